import { randomUUID } from "node:crypto";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { findSession } from "../../arguments/find-session.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export async function runFork(
  flags: StoreFlags & { readonly at?: number; readonly json: boolean },
  id: string,
): Promise<void> {
  await withJournal(flags, async (journal) => {
    const session = await findSession(journal, id);
    const { at = session.lastSeq } = flags;
    if (at > session.lastSeq)
      throw new UsageError(t("--at: the session has only {count} records, got {at}", { count: session.lastSeq, at }));
    const forked = await journal.fork(session.id, { at, newId: randomUUID() });
    await writeStdout(flags.json ? `${JSON.stringify(forked, undefined, 2)}\n` : `${forked.id}\n`);
  });
}
