import type { ReceiptEntry } from "@tenon/timeline";

import { QuietLine } from "./quiet-line.tsx";

/** The states of the session's servers, in one line. */
export function ReceiptsLine({ receipts }: { readonly receipts: readonly ReceiptEntry[] }) {
  return (
    <QuietLine>
      <span>Servers</span>
      {receipts.map(({ key, server, state, reason }) => (
        <span key={key} title={reason} className={isBad(state) ? "text-bad" : ""}>
          <span className="text-text">{server}</span> {state}
          {isBad(state) && reason !== undefined && `: ${reason}`}
        </span>
      ))}
    </QuietLine>
  );
}

function isBad(state: string): boolean {
  return /fail|refused|denied|lost|error|dead/u.test(state);
}
