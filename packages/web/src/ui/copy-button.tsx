import { useEffect, useState } from "react";

import { t } from "../language/t.ts";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}

const SHOWN_MS = 1_500;

/** Copies a text, and shows for a moment whether it could. */
export function CopyButton({ text, label, className = "" }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => void copyText(text).then((isCopied) => setOutcome(isCopied ? "copied" : "failed"));
  const words = outcome === "failed" ? t("The browser did not allow copying.") : label;
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={words}
      title={words}
      className={`inline-flex size-6 items-center justify-center rounded hover:bg-hover ${outcome === "failed" ? "text-bad" : "text-muted hover:text-text"} ${className}`}
    >
      <Icon name={outcome === "copied" ? "check" : outcome === "failed" ? "warning" : "copy"} className="size-3.5" />
    </button>
  );
}
