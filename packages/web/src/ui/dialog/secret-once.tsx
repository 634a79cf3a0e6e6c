import { useEffect, useRef } from "react";

import { CopyButton } from "../copy-button.tsx";
import { Input } from "../field.tsx";

interface SecretOnceProps {
  readonly label: string;
  readonly value: string;
  readonly copy: string;
  readonly help: string;
}

/** Something that is shown now and never again. */
export function SecretOnce({ label, value, copy, help }: SecretOnceProps) {
  const element = useRef<HTMLDivElement>(null);
  // On a small screen it comes below what is shown of a dialog.
  useEffect(() => {
    element.current?.scrollIntoView({ block: "nearest" });
  }, [value]);
  return (
    <div ref={element} role="status" className="rounded-lg border border-accent bg-accent-soft p-3">
      <div className="flex items-center gap-1.5">
        <Input
          aria-label={label}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="font-mono text-xs"
        />
        <CopyButton text={value} label={copy} className="size-9 shrink-0" />
      </div>
      <p className="mt-2 text-xs text-muted">{help}</p>
    </div>
  );
}
