import type { ReactNode } from "react";

import { t } from "../language/t.ts";

interface TableProps {
  readonly label: string;
  /** An empty string is a column of buttons. */
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it does not fit. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div
      className="overflow-x-auto rounded-lg border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table aria-label={label} className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {columns.map((name, index) => (
              <th key={index} scope="col" className="h-9 px-3 font-medium whitespace-nowrap">
                {name === "" ? <span className="sr-only">{t("Actions")}</span> : t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly isMuted?: boolean;
  readonly className?: string;
  readonly title?: string | undefined;
  readonly children?: ReactNode;
}

export function Cell({ isMuted = false, className = "", title, children }: CellProps) {
  return (
    <td title={title} className={`h-11 px-3 ${isMuted ? "text-muted" : ""} ${className}`}>
      {children}
    </td>
  );
}

/** Instead of a table without rows. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <p className="rounded-lg border border-dashed border-line px-4 py-8 text-center text-sm text-muted">{children}</p>
  );
}
