import { useEffect, useState } from "react";

import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}

const SHOWN_MS = 1_500;

/** Copies a text, and shows a tick for a moment. */
export function CopyButton({ text, label, className = "" }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    // Refused where the page is not served over HTTPS: the missing tick says so.
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={label}
      title={label}
      className={`inline-flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-text ${className}`}
    >
      <Icon name={isCopied ? "check" : "copy"} className="size-3.5" />
    </button>
  );
}
