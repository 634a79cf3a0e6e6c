import { createReadStream } from "node:fs";

import { createLineSplitter } from "@tenon/basis";

import { t } from "../../messages/t.ts";
import { cannotRead } from "../../arguments/read-given-file.ts";
import { writeStdout } from "../../process/stdout.ts";
import { printableLine } from "../../terminal/printable.ts";
import { reportRepairs } from "../../user/user-journal.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export async function runImport(flags: StoreFlags & { readonly json: boolean }, file: string): Promise<void> {
  await withJournal(flags, async (journal) => {
    const input = file === "-" ? process.stdin : chunksOf(file);
    const before = journal.repairs.length;
    const sessions = await journal.import(linesOf(input));
    reportRepairs(journal.repairs.slice(before));
    if (flags.json) return await writeStdout(`${JSON.stringify(sessions, undefined, 2)}\n`);
    if (sessions.length === 0) return await writeStdout(`${t("No sessions in the file.")}\n`);
    for (const { id } of sessions) await writeStdout(`${printableLine(id)}\n`);
  });
}

async function* chunksOf(file: string): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    throw cannotRead("import", file, error);
  }
}

/** Not with node:readline, which also ends a line at U+2028: JSON may have that in a string. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const lines: string[] = [];
  const splitter = createLineSplitter({ onLine: (line) => void lines.push(line.replace(/\r$/, "")) });
  for await (const chunk of chunks) {
    splitter.push(chunk);
    yield* lines.splice(0);
  }
  splitter.end();
  yield* lines;
}
