import { randomUUID } from "node:crypto";

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
    if (at > session.lastSeq) throw new UsageError(`--at: the session has only ${session.lastSeq} records, got ${at}`);
    const forked = await journal.fork(session.id, { at, newId: randomUUID() });
    await writeStdout(flags.json ? `${JSON.stringify(forked, undefined, 2)}\n` : `${forked.id}\n`);
  });
}
