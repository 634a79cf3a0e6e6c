/**
 * Folds the records of a journal. The path is the one that live messages take, so that both give the same timeline.
 */

import type { TimelineEvent } from "./event.ts";
import { readOwnEvent } from "./reading/own-event.ts";
import { messageOf, type TimelineRecord } from "./record.ts";
import { createTimeline, type Timeline } from "./folding/timeline.ts";
import { createWireReader, type WireReaderCarry } from "./reading/wire-reader.ts";

export interface RecordReader {
  /** The events that the next record of the session stands for. */
  read(record: TimelineRecord): readonly TimelineEvent[];
  /** What a reader needs that goes on from here. The next record must be a prompt. */
  carry(): WireReaderCarry;
}

export function foldRecords(records: Iterable<TimelineRecord>): Timeline {
  const reader = createRecordReader();
  const timeline = createTimeline();
  for (const record of records) for (const event of reader.read(record)) timeline.add(event);
  return timeline;
}

/** For a journal that is still being written. */
export function createRecordReader(carry?: WireReaderCarry): RecordReader {
  const wire = createWireReader({ carry });
  return {
    carry: wire.carry,
    read(record) {
      const { from, kind, at } = record;
      // The messages of MCP servers are many and large, and are no events: not parsed where that can be seen.
      if (from === "tenon" && kind?.startsWith("mcp-")) return [];
      if (from !== "tenon") return wire.read(from, messageOf(record), at);
      const event = readOwnEvent(messageOf(record));
      if (!event) return [];
      return [event.at === undefined && at !== undefined ? { ...event, at } : event];
    },
  };
}
