import { isTrouble, type ReceiptEntry } from "@tenon/timeline";

import { t } from "../../language/t.ts";
import { useSession } from "../../open-session/session-context.ts";
import { ReceiptSegments } from "../../open-session/receipt-segments.tsx";
import { receiptWords } from "../../open-session/receipt-words.ts";
import { visibleText } from "../../ui/visible-text.ts";

/** How far each of the session's servers got: a picture, its name, and one line of words. */
export function ReceiptsLine({ receipts }: { readonly receipts: readonly ReceiptEntry[] }) {
  return (
    <ul aria-label={t("Servers")} className="grid gap-x-6 gap-y-1 text-xs sm:grid-cols-2">
      {receipts.map((receipt) => (
        <Receipt key={receipt.key} receipt={receipt} />
      ))}
    </ul>
  );
}

function Receipt({ receipt: { server, state, reason } }: { readonly receipt: ReceiptEntry }) {
  const steps = useSession(({ servers }) => servers.servers.find(({ name }) => name === server)?.steps);
  const isBad = isTrouble(state);
  const words = isBad || !steps ? visibleText([state, reason ?? ""].filter(Boolean).join(": ")) : receiptWords(steps);
  return (
    <li className="flex min-w-0 items-center gap-2">
      <span className="w-16 shrink-0">{steps && <ReceiptSegments steps={steps} />}</span>
      <span className="max-w-[40%] shrink-0 truncate font-medium">{visibleText(server)}</span>
      <span className={`truncate ${isBad ? "text-bad" : "text-muted"}`} title={words}>
        {words}
      </span>
    </li>
  );
}
