import { isTrouble, type ReceiptEntry } from "@tenon/timeline";

import { agentWords } from "../../language/agent-words.ts";
import { t } from "../../language/t.ts";
import { useSession } from "../../open-session/session-context.ts";
import { needsPerson, ReceiptSegments } from "../../open-session/receipt-segments.tsx";
import { receiptWords, stateWord } from "../../open-session/receipt-words.ts";
import { visibleText } from "../../ui/words/visible-text.ts";

/** How far each of the session's servers got: a picture, its name, and one line of words. */
export function ReceiptsLine({ receipts }: { readonly receipts: readonly ReceiptEntry[] }) {
  return (
    <ul
      aria-label={t("Servers")}
      className={`grid gap-x-6 gap-y-1 text-xs ${receipts.length > 1 ? "sm:grid-cols-2" : ""}`}
    >
      {receipts.map((receipt) => (
        <Receipt key={receipt.key} receipt={receipt} />
      ))}
    </ul>
  );
}

function Receipt({ receipt: { server, state, reason } }: { readonly receipt: ReceiptEntry }) {
  const view = useSession(({ servers }) => servers.servers.find(({ name }) => name === server));
  const isBad = isTrouble(state);
  const description = [stateWord(state), agentWords(reason ?? "")].filter(Boolean).join(": ");
  const words = isBad || !view ? visibleText(description) : receiptWords(view);
  const look = needsPerson(state) ? "text-warn" : isBad ? "text-bad" : "text-muted";
  return (
    <li className="flex min-w-0 items-center gap-2">
      <span className="w-16 shrink-0">{view && <ReceiptSegments steps={view.steps} />}</span>
      <span className="max-w-[40%] shrink-0 truncate font-medium">{visibleText(server)}</span>
      <span className={`truncate ${look}`} title={words}>
        {words}
      </span>
    </li>
  );
}
