/**
 * Folds the records of a journal. The path is the one that live messages take, so that both give the same timeline.
 */

import type { TimelineEvent } from "./event.ts";
import { parse, readOwnEvent } from "./own-event.ts";
import { createTimeline, type Timeline } from "./timeline.ts";
import { createWireReader } from "./wire-reader.ts";

/** As a journal keeps it: a message as it stood on the wire, or an event of our own as JSON. */
export interface TimelineRecord {
  readonly from: "client" | "agent" | "tenon";
  readonly text: string;
  readonly at?: number;
}

export interface RecordReader {
  /** The events that the next record of the session stands for. */
  read(record: TimelineRecord): readonly TimelineEvent[];
}

export function foldRecords(records: Iterable<TimelineRecord>): Timeline {
  const reader = createRecordReader();
  const timeline = createTimeline();
  for (const record of records) for (const event of reader.read(record)) timeline.add(event);
  return timeline;
}

/** For a journal that is still being written. */
export function createRecordReader(): RecordReader {
  const wire = createWireReader();
  return {
    read({ from, text, at }) {
      if (from !== "tenon") return wire.read(from, parse(text), at);
      const event = readOwnEvent(text);
      if (!event) return [];
      return [event.at === undefined && at !== undefined ? { ...event, at } : event];
    },
  };
}
