/**
 * Receipts in the record of their session, as our own agent has them. Those that come before the session is recorded wait
 * until it is.
 */

import type { Receipt } from "@tenon/hub";
import type { Recorder } from "@tenon/journal";

export interface RecordedReceipts {
  readonly onReceipt: (sessionId: string, receipt: Receipt) => void;
  /** To be called when messages have been recorded: a session may have begun with them. */
  recorded(): void;
}

export function recordReceipts({ note, journalIdOf }: Pick<Recorder, "note" | "journalIdOf">): RecordedReceipts {
  let waiting: { readonly sessionId: string; readonly receipt: Receipt }[] = [];
  return {
    onReceipt(sessionId, receipt) {
      waiting.push({ sessionId, receipt });
      flush();
    },
    recorded: () => void (waiting.length > 0 && flush()),
  };

  function flush(): void {
    const known = waiting.filter(({ sessionId }) => journalIdOf(sessionId) !== undefined);
    waiting = waiting.filter((each) => !known.includes(each));
    // A session that is closed takes no more records.
    for (const { sessionId, receipt } of known) note(sessionId, { type: "receipt", ...receipt }).catch(() => {});
  }
}
