/**
 * Folds a session's records into its timeline, one after another.
 */

import type { JournalRecord } from "@tenon/journal";
import { createRecordReader, createTimeline, type Entry } from "@tenon/timeline";

export interface SessionFold {
  /** The entries that are new or have changed, each as it is afterwards. */
  add(record: JournalRecord): readonly Entry[];
  readonly entries: readonly Entry[];
  readonly isTurnOpen: boolean;
}

export function createSessionFold(): SessionFold {
  const reader = createRecordReader();
  const timeline = createTimeline();
  return {
    add(record) {
      const changed = new Map<string, Entry>();
      for (const event of reader.read(record)) {
        for (const entry of timeline.add(event)) changed.set(entry.key, entry);
      }
      return [...changed.values()];
    },
    entries: timeline.entries,
    get isTurnOpen() {
      return timeline.state.isTurnOpen;
    },
  };
}
