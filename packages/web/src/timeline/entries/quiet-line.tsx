import type { ReactNode } from "react";

/** Something that happened, said in passing. */
export function QuietLine({ children }: { readonly children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">{children}</p>;
}
