import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";

import type { Journal, SessionRecord } from "@tenon/journal";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { allSessions } from "../../arguments/all-sessions.ts";
import { findSessions } from "../../arguments/find-session.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export async function runExport(
  flags: StoreFlags & { readonly all: boolean; readonly output?: string },
  ...ids: readonly string[]
): Promise<void> {
  if (flags.all === ids.length > 0) throw new UsageError(t("Pass session ids, or --all without ids"));
  await withJournal(flags, async (journal) => {
    const sessions = flags.all ? await allSessions(journal) : await findSessions(journal, ids);
    const lines = exportedLines(journal, sessions);
    if (flags.output === undefined || flags.output === "-") {
      for await (const line of lines) await writeStdout(`${line}\n`);
      return;
    }
    await writeWhole(resolve(flags.output), lines);
    const count = sessions.length;
    process.stderr.write(
      `tenon: ${t({ one: "exported {count} session", other: "exported {count} sessions" }, { count })}\n`,
    );
  });
}

async function* exportedLines(journal: Journal, sessions: readonly SessionRecord[]): AsyncIterable<string> {
  // The oldest first, so that they have the same order again where they are imported.
  for (const { id } of sessions.toReversed()) yield* journal.export(id);
}

/** The file is there when it is complete, readable only by the user: what people say to agents is private. */
async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await using handle = await open(temporary, "wx", 0o600);
    for await (const line of lines) await handle.write(`${line}\n`);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await rename(temporary, file);
}
