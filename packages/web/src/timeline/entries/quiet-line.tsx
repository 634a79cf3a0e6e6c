import type { ReactNode } from "react";

/** A small grey line for minor events. */
export function QuietLine({ children }: { readonly children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">{children}</p>;
}
