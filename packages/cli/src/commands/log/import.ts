import { createReadStream } from "node:fs";
import { resolve } from "node:path";

import { writeStdout } from "../../process/stdout.ts";
import { harmlessLine } from "../../timeline-view/index.ts";
import { tellRepairs } from "../../user/user-journal.ts";
import { linesOf } from "./lines-of.ts";
import { withJournal } from "./with-journal.ts";

export async function runImport(flags: { readonly json: boolean }, file: string): Promise<void> {
  await withJournal(async (journal) => {
    const input = file === "-" ? process.stdin : createReadStream(resolve(file));
    const before = journal.repairs.length;
    const sessions = await journal.import(linesOf(input));
    tellRepairs(journal.repairs.slice(before));
    if (flags.json) return await writeStdout(`${JSON.stringify(sessions, undefined, 2)}\n`);
    if (sessions.length === 0) return await writeStdout("There was no session in it.\n");
    for (const { id } of sessions) await writeStdout(`${harmlessLine(id)}\n`);
  });
}
