import { defined, formatBytes } from "@tenon/basis";

import { writeStdout } from "../../process/stdout.ts";
import { counted } from "../../terminal/counted.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export interface VacuumFlags extends StoreFlags {
  readonly maxAge?: number;
  readonly maxSize?: number;
  readonly json: boolean;
}

export async function runVacuum(flags: VacuumFlags): Promise<void> {
  const { maxAge, maxSize, json } = flags;
  await withJournal(flags, async (journal) => {
    const report = await journal.vacuum(defined({ maxAgeMs: maxAge, maxBytes: maxSize }));
    if (json) return await writeStdout(`${JSON.stringify(report, undefined, 2)}\n`);
    const { deleted, bytesBefore, bytesAfter } = report;
    const count = counted(deleted.length, "session");
    await writeStdout(
      `Deleted ${count}. Journal size: ${formatBytes(bytesBefore)} before, ${formatBytes(bytesAfter)} now.\n`,
    );
  });
}
