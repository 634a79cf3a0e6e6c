/**
 * A part of a session, folded from its beginning or from a checkpoint, on the path that a journal's records take.
 *
 * What it holds grows in place, so that a record costs the same however long the session is.
 */

import {
  createRecordReader,
  createServerFold,
  createTimeline,
  type Entry,
  type ServerList,
  type SessionCarry,
  type TimelineEvent,
  type TimelineState,
  type ToolCallEntry,
} from "@tenon/timeline";

import type { FeedRecord } from "../wire/feed.ts";
import { createCallBeginnings } from "./call-beginnings.ts";
import { createExchangeFold } from "./exchange-fold.ts";
import { createRows, type Row } from "./rows.ts";

export interface SessionPart {
  /** Of the entries when they were last laid out. Indices are within the part. */
  readonly rows: readonly Row[];
  readonly entryCount: number;
  readonly timeline: TimelineState;
  readonly servers: ServerList;
  entry(index: number): Entry | undefined;
  toolCall(toolCallId: string): ToolCallEntry | undefined;
  /** The row that a record is in, or the one before it. */
  rowAt(seq: number): number;
  seqsOf(key: string): EntrySeqs | undefined;
  beganAt(key: string): number | undefined;
  exchange(toolCallId: string): readonly FeedRecord[] | undefined;
  /** Gives what concerns entries of the part before. */
  add(record: FeedRecord): readonly ReachingEvent[];
  /** Takes what concerns this part from the one after it, and gives what concerns the one before. It has all its entries. */
  reach(events: readonly ReachingEvent[]): readonly ReachingEvent[];
  layOut(): void;
}

export interface EntrySeqs {
  readonly first: number;
  readonly last: number;
}

/** An event of a record that concerns entries of an earlier part. */
export interface ReachingEvent {
  readonly seq: number;
  readonly event: TimelineEvent;
}

export function createSessionPart(carry?: SessionCarry): SessionPart {
  let current = 0;
  let made = 0;
  // By its record: the same whichever record is the first that was read.
  const timeline = createTimeline({ newKey: () => `${current}.${(made += 1)}`, carry: carry?.timeline });
  const seqs = new Map<string, EntrySeqs>();
  const reader = createRecordReader(carry?.reader);
  const exchanges = createExchangeFold();
  const calls = createCallBeginnings();
  const servers = createServerFold(carry?.servers);
  const rows = createRows();
  let entryCount: number | undefined;

  return {
    rows: rows.list,
    get entryCount() {
      return entryCount ?? timeline.entries.length;
    },
    get timeline() {
      return timeline.state;
    },
    get servers() {
      return servers.list;
    },
    entry: (index) => (index < (entryCount ?? Infinity) ? timeline.entries[index] : undefined),
    toolCall: (toolCallId) =>
      timeline.entries
        .slice(0, entryCount)
        .findLast((entry): entry is ToolCallEntry => isCall(entry) && entry.toolCallId === toolCallId),
    // A row never moves, so their first records are in order.
    rowAt: (seq) => lastUpTo(rows.list.length, (index) => (seqs.get(rows.list[index]?.key ?? "")?.first ?? 0) <= seq),
    seqsOf: (key) => seqs.get(key),
    beganAt: (key) => calls.beginnings.get(key),
    exchange: (toolCallId) => exchanges.exchanges.get(toolCallId),
    add(record) {
      servers.add(record);
      if (exchanges.add(record)) return [];
      return reader.read(record).flatMap((event) => fold({ seq: record.seq, event }));
    },
    reach(events) {
      entryCount ??= timeline.entries.length;
      return events.flatMap(fold);
    },
    layOut: () => rows.extend(entryCount === undefined ? timeline.entries : timeline.entries.slice(0, entryCount)),
  };

  function fold(reaching: ReachingEvent): readonly ReachingEvent[] {
    const { seq, event } = reaching;
    if (seq !== current) [current, made] = [seq, 0];
    const changed = timeline.add(event);
    // An event of a later part begins entries there, and not here.
    const own = entryCount === undefined ? changed : changed.filter(({ key }) => seqs.has(key));
    calls.add(own);
    for (const { key } of own) seqs.set(key, { first: seqs.get(key)?.first ?? seq, last: seq });
    return timeline.reachesBack ? [reaching] : [];
  }
}

/** The last index for which it holds, by halving: it holds for all before that one. 0 if it holds for none. */
function lastUpTo(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isCall(entry: Entry): entry is ToolCallEntry {
  return entry.type === "tool-call";
}
