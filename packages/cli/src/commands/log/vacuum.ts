import { defined } from "@tenon/basis";

import { size, t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
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
    const sizes = { count: deleted.length, before: size(bytesBefore), now: size(bytesAfter) };
    const text = t(
      {
        one: "Deleted {count} session. Journal size: {before} before, {now} now.",
        other: "Deleted {count} sessions. Journal size: {before} before, {now} now.",
      },
      sizes,
    );
    await writeStdout(`${text}\n`);
  });
}
