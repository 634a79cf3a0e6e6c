import type { SessionRecord } from "@tenon/journal";

import { writeStdout } from "../../process/stdout.ts";
import { harmlessLine } from "../../timeline-view/index.ts";
import { UsageError } from "../../process/usage-error.ts";
import { askYesOrNo } from "./ask-yes-or-no.ts";
import { findSessions } from "../../arguments/find-session.ts";
import { momentInWords } from "../../arguments/moment.ts";
import { withJournal } from "./with-journal.ts";

export async function runDelete(flags: { readonly yes: boolean }, ...ids: readonly string[]): Promise<void> {
  await withJournal(async (journal) => {
    const sessions = await findSessions(journal, ids);
    const live = sessions.filter(({ isLive }) => isLive);
    if (live.length > 0) {
      throw new Error(`Nothing is deleted, because this is being written: ${live.map(({ id }) => id).join(", ")}`);
    }
    if (!flags.yes && !(await isConfirmed(sessions))) return await writeStdout("Nothing is deleted.\n");
    for (const { id } of sessions) {
      await journal.delete(id);
      await writeStdout(`Deleted ${id}\n`);
    }
  });
}

async function isConfirmed(sessions: readonly SessionRecord[]): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError("Nobody can be asked here. To delete without a question, say --yes");
  const lines = sessions.map(
    ({ id, updatedAt, title = "" }) => `  ${id}  ${momentInWords(updatedAt)}  ${harmlessLine(title)}`,
  );
  const question = `${lines.join("\n")}\nDelete ${sessions.length === 1 ? "this" : "these"} for good?`;
  return await askYesOrNo(question, { input: process.stdin, output: process.stderr });
}
