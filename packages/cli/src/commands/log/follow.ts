import { styleFor } from "../../terminal/style.ts";
import { openEntryView } from "./entry-view.ts";
import { findSession } from "../../arguments/find-session.ts";
import { untilInterrupted } from "../../process/interruption.ts";
import { createSessionFold } from "./session-fold.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export async function runFollow(
  flags: StoreFlags & { readonly last: number; readonly full: boolean; readonly json: boolean },
  id: string,
): Promise<void> {
  const { last, full, json } = flags;
  const style = () => styleFor(process.stdout, { environment: process.env, ...(full && { maxLines: Infinity }) });
  await untilInterrupted(async (signal) => {
    await withJournal(flags, async (journal) => {
      const session = await findSession(journal, id);
      const fold = createSessionFold();
      for await (const record of journal.records(session.id, { before: session.lastSeq + 1 })) fold.add(record);
      const view = openEntryView({ style, isJson: json });
      try {
        await view.show(fold.entries.slice(-last), fold);
        for await (const record of journal.tail(session.id, { after: session.lastSeq, signal })) {
          await view.show(fold.add(record), fold);
        }
      } finally {
        await view.end();
      }
    });
  });
}
