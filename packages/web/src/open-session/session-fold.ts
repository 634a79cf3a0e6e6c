/**
 * Folds the records of a session into what is drawn of it, on the path that a journal's records take.
 *
 * What it holds grows in place, so that a record costs the same however long the session is. A snapshot gives it out only
 * by index or key: there is no list to subscribe to that would never be another one.
 */

import {
  createRecordReader,
  createTimeline,
  type Entry,
  type TimelineState,
  type ToolCallEntry,
} from "@tenon/timeline";

import type { FeedRecord } from "../wire/feed.ts";
import { createCallBeginnings } from "./call-beginnings.ts";
import { createExchangeFold } from "./exchange-fold.ts";
import { createRows, type Row } from "./rows.ts";
import { createServerFold, type ServerList } from "@tenon/timeline";

export interface SessionSnapshot {
  readonly rowCount: number;
  readonly row: (index: number) => Row | undefined;
  /** The index of the row that a record is in, or of the one before it. */
  readonly rowAt: (seq: number) => number;
  readonly entry: (index: number) => Entry | undefined;
  readonly toolCall: (toolCallId: string) => ToolCallEntry | undefined;
  /** The records that an entry was made from: the first one, and the last one that changed it. By its key. */
  readonly seqsOf: (key: string) => EntrySeqs | undefined;
  /** When a call began to run, in milliseconds since 1970, by its entry's key. */
  readonly beganAt: (key: string) => number | undefined;
  /** The messages with a server for a call, by its id. */
  readonly exchange: (toolCallId: string) => readonly FeedRecord[] | undefined;
  readonly timeline: TimelineState;
  readonly servers: ServerList;
}

export interface EntrySeqs {
  readonly first: number;
  readonly last: number;
}

export interface SessionFold {
  add(record: FeedRecord): void;
  /** A new object each time, so that a store that takes it in tells its subscribers. */
  snapshot(): SessionSnapshot;
}

export function createSessionFold(): SessionFold {
  let current = 0;
  let made = 0;
  // By its record: the same whichever record is the first that was read.
  const timeline = createTimeline({ newKey: () => `${current}.${(made += 1)}` });
  const seqs = new Map<string, EntrySeqs>();
  const reader = createRecordReader();
  const exchanges = createExchangeFold();
  const calls = createCallBeginnings();
  const servers = createServerFold();
  const rows = createRows();

  const readers = {
    row: (index: number) => rows.list[index],
    rowAt: (seq: number) => {
      // A row never moves, so their first records are in order.
      let [low, high] = [0, rows.list.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        const first = seqs.get(rows.list[middle]?.key ?? "")?.first ?? 0;
        if (first <= seq) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    entry: (index: number) => timeline.entries[index],
    toolCall: (toolCallId: string) =>
      timeline.entries.findLast((entry): entry is ToolCallEntry => isCall(entry) && entry.toolCallId === toolCallId),
    seqsOf: (key: string) => seqs.get(key),
    beganAt: (key: string) => calls.beginnings.get(key),
    exchange: (toolCallId: string) => exchanges.exchanges.get(toolCallId),
  };

  return {
    add(record) {
      servers.add(record);
      if (exchanges.add(record)) return;
      current = record.seq;
      made = 0;
      for (const event of reader.read(record)) {
        const changed = timeline.add(event);
        calls.add(changed);
        for (const { key } of changed) seqs.set(key, { first: seqs.get(key)?.first ?? current, last: current });
      }
    },
    snapshot() {
      rows.extend(timeline.entries);
      return { ...readers, rowCount: rows.list.length, timeline: timeline.state, servers: servers.list };
    },
  };
}

function isCall(entry: Entry): entry is ToolCallEntry {
  return entry.type === "tool-call";
}
