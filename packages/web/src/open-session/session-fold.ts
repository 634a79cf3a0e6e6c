/**
 * Folds the records of a session into what is drawn of it: its end first, earlier parts when they are read.
 *
 * The law: what is drawn of the records that have been read is the same whichever were read first. A snapshot gives it out
 * only by index or key: there is no list to subscribe to that would never be another one.
 */

import type { Checkpoint, Entry, ServerList, TimelineState, ToolCallEntry } from "@tenon/timeline";

import type { FeedRecord } from "../wire/feed.ts";
import type { Row } from "./rows.ts";
import { createSessionPart, type EntrySeqs, type ReachingEvent, type SessionPart } from "./session-part.ts";

export interface SessionSnapshot {
  /** The sequence number of the first record that was read. */
  readonly start: number;
  readonly rowCount: number;
  /** How many of the rows are of earlier parts: the index of a row minus this stays the same when more are read. */
  readonly olderRows: number;
  readonly row: (index: number) => Row | undefined;
  /** The index of the row that a record is in, or of the one before it. */
  readonly rowAt: (seq: number) => number;
  /** By the index that a row has of it: negative in earlier parts. */
  readonly entry: (index: number | undefined) => Entry | undefined;
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

export interface SessionFold {
  add(record: FeedRecord): void;
  /** Adds the part before the first record that was read. */
  prepend(part: EarlierPart): void;
  /** A new object each time, so that a store that takes it in tells its subscribers. */
  snapshot(): SessionSnapshot;
}

export interface EarlierPart {
  /** Where it begins, if that is not the first record. */
  readonly checkpoint: Checkpoint | undefined;
  readonly records: readonly FeedRecord[];
}

/** An earlier part, and where its rows and entries are in the whole. */
interface Placed {
  readonly part: SessionPart;
  readonly start: number;
  /** The index of its first entry: negative. */
  readonly base: number;
  readonly rows: readonly Row[];
}

/** Begins at a checkpoint, or with the first record. */
export function createSessionFold(checkpoint?: Checkpoint): SessionFold {
  const end = createSessionPart(checkpoint?.carry);
  const endStart = checkpoint?.seq ?? 1;
  /** The oldest first. */
  const earlier: Placed[] = [];
  /** What concerns entries before the first record that was read. */
  const unreached: ReachingEvent[] = [];
  let olderRows: readonly Row[] = [];

  const newestFirst = () => [end, ...earlier.map(({ part }) => part).toReversed()];
  const readers = {
    row: (index: number) => (index < olderRows.length ? olderRows[index] : end.rows[index - olderRows.length]),
    rowAt: (seq: number) =>
      seq >= endStart || earlier.length === 0 ? olderRows.length + end.rowAt(seq) : earlierRowAt(earlier, seq),
    entry(index: number | undefined) {
      if (index === undefined) return undefined;
      if (index >= 0) return end.entry(index);
      const placed = earlier.findLast(({ base }) => base <= index);
      return placed?.part.entry(index - placed.base);
    },
    toolCall: (toolCallId: string) => firstOf(newestFirst(), (part) => part.toolCall(toolCallId)),
    seqsOf: (key: string) => firstOf(newestFirst(), (part) => part.seqsOf(key)),
    beganAt: (key: string) => firstOf(newestFirst(), (part) => part.beganAt(key)),
    exchange: (toolCallId: string) => firstOf(newestFirst(), (part) => part.exchange(toolCallId)),
  };

  return {
    add(record) {
      let reaching = end.add(record);
      for (const { part } of earlier.toReversed()) {
        if (reaching.length === 0) return;
        reaching = part.reach(reaching);
      }
      if (endStart > 1) unreached.push(...reaching);
    },
    prepend({ checkpoint: from, records }) {
      const part = createSessionPart(from?.carry);
      const further = records.flatMap((record) => part.add(record));
      further.push(...part.reach(unreached.splice(0)));
      if (from) unreached.push(...further);
      part.layOut();
      const base = (earlier[0]?.base ?? 0) - part.entryCount;
      const rows = part.rows.map((row) => ({ ...row, first: row.first + base, last: row.last + base }));
      earlier.unshift({ part, start: from?.seq ?? 1, base, rows });
      olderRows = [...rows, ...olderRows];
    },
    snapshot() {
      end.layOut();
      return {
        ...readers,
        start: earlier[0]?.start ?? endStart,
        rowCount: olderRows.length + end.rows.length,
        olderRows: olderRows.length,
        timeline: end.timeline,
        servers: end.servers,
      };
    },
  };
}

function earlierRowAt(earlier: readonly Placed[], seq: number): number {
  const found = earlier.findLastIndex(({ start }) => start <= seq);
  const index = Math.max(0, found);
  const rowsBefore = earlier.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0);
  return rowsBefore + (earlier[index]?.part.rowAt(seq) ?? 0);
}

function firstOf<Value>(parts: readonly SessionPart[], find: (part: SessionPart) => Value | undefined) {
  for (const part of parts) {
    const found = find(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
