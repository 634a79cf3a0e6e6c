import type { ComponentProps, ReactNode } from "react";

import { Icon } from "./icon.tsx";

const inputClass =
  "w-full rounded-md border border-line bg-surface px-2.5 h-9 text-sm text-text placeholder:text-faint hover:border-line-strong";

/** A labelled control with help text. */
export function Field(props: { readonly label: string; readonly help?: string; readonly children: ReactNode }) {
  return (
    <label className="block">
      <span className="mb-1.5 block text-sm font-medium">{props.label}</span>
      {props.children}
      {props.help !== undefined && <span className="mt-1 block text-xs text-muted">{props.help}</span>}
    </label>
  );
}

export function Input({ className = "", ...rest }: ComponentProps<"input">) {
  return <input className={`${inputClass} ${className}`} {...rest} />;
}

export function Select(props: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select {...props} className={`${inputClass} appearance-none truncate pr-7`} />
      <SelectMark />
    </span>
  );
}

/** The same for every select, over its right edge. */
export function SelectMark() {
  return (
    <Icon name="chevron" className="pointer-events-none absolute top-1/2 right-2 size-2.5 -translate-y-1/2 rotate-90" />
  );
}
