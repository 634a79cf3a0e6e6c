import { setTimeout as sleep } from "node:timers/promises";

import type { JournalRecord } from "@tenon/journal";

import { t } from "../../messages/t.ts";
import { styleFor } from "../../terminal/style.ts";
import { UsageError } from "../../process/usage-error.ts";
import { writeStdout } from "../../process/stdout.ts";
import { type EntryView, openEntryView } from "./entry-view.ts";
import { findSession } from "../../arguments/find-session.ts";
import { untilInterrupted } from "../../process/interruption.ts";
import { createSessionFold } from "./session-fold.ts";
import { sessionHeading, showTimeline } from "./show-timeline.ts";
import { type StoreFlags, withJournal } from "./with-journal.ts";

export interface ReplayFlags extends StoreFlags {
  readonly speed?: number;
  readonly maxPause: number;
  readonly atOnce: boolean;
}

export async function runReplay(flags: ReplayFlags, id: string): Promise<void> {
  const { speed = 1, maxPause, atOnce } = flags;
  if (atOnce && flags.speed !== undefined) throw new UsageError(t("--at-once and --speed cannot be combined"));
  const style = () => styleFor(process.stdout, { environment: process.env });
  await untilInterrupted(async (signal) => {
    await withJournal(flags, async (journal) => {
      const session = await findSession(journal, id);
      if (atOnce) return await showTimeline(journal, session, { style: style() });
      await writeStdout(`${sessionHeading(session, style())}\n`);
      const view = openEntryView({ style, isJson: false });
      try {
        await replay(journal.records(session.id, { before: session.lastSeq + 1 }), view, { speed, maxPause, signal });
      } finally {
        await view.end();
      }
    });
  });
}

async function replay(
  records: AsyncIterable<JournalRecord>,
  view: EntryView,
  { speed, maxPause, signal }: { readonly speed: number; readonly maxPause: number; readonly signal: AbortSignal },
): Promise<void> {
  const fold = createSessionFold();
  let previous: number | undefined;
  // Kept from the beginning on, so that what is shown late does not make the rest late too.
  let due = performance.now();
  for await (const record of records) {
    signal.throwIfAborted();
    due += Math.min(maxPause, Math.max(0, record.at - (previous ?? record.at))) / speed;
    previous = record.at;
    const early = due - performance.now();
    if (early >= 1) await sleep(early, undefined, { signal });
    await view.show(fold.add(record), fold);
  }
}
