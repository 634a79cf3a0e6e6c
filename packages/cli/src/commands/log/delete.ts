import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

import type { SessionRecord } from "@tenon/journal";

import { writeStdout } from "../../process/stdout.ts";
import { printableLine } from "../../terminal/printable.ts";
import { UsageError } from "../../process/usage-error.ts";
import { findSessions } from "../../arguments/find-session.ts";
import { formatMoment } from "../../arguments/moment.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export async function runDelete(
  flags: StoreFlags & { readonly yes: boolean },
  ...ids: readonly string[]
): Promise<void> {
  await withJournal(flags, async (journal) => {
    const sessions = await findSessions(journal, ids);
    const live = sessions.filter(({ isLive }) => isLive);
    if (live.length > 0) {
      throw new Error(`Nothing deleted: these sessions are running: ${live.map(({ id }) => id).join(", ")}`);
    }
    if (!flags.yes && !(await isConfirmed(sessions))) return await writeStdout("Nothing deleted.\n");
    for (const { id } of sessions) {
      await journal.delete(id);
      await writeStdout(`Deleted ${id}\n`);
    }
  });
}

async function isConfirmed(sessions: readonly SessionRecord[]): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError("Cannot ask for confirmation without a terminal; pass --yes to delete");
  const lines = sessions.map(
    ({ id, updatedAt, title = "" }) => `  ${id}  ${formatMoment(updatedAt)}  ${printableLine(title)}`,
  );
  const question = `${lines.join("\n")}\nDelete ${sessions.length === 1 ? "this session" : "these sessions"} permanently?`;
  return await askYesOrNo(question);
}

/** Anything but yes is no, also the end of the input. */
export async function askYesOrNo(
  question: string,
  { input, output }: { readonly input: Readable; readonly output: Writable } = {
    input: process.stdin,
    output: process.stderr,
  },
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  // Not as a terminal: that takes Ctrl-C away from the system, which ends the command by it.
  const lines = createInterface({ input, terminal: false });
  try {
    for await (const line of lines) return /^y(?:es)?$/i.test(line.trim());
    return false;
  } finally {
    lines.close();
  }
}
