/**
 * The rows of records, and of the large strings that they share.
 */

import type { Batch, Lease, RowRange, StoredRecord } from "../store/store.ts";
import { integerIn, type Row, textIn, textToStore } from "./columns.ts";
import type { Database } from "./database.ts";
import { keyOf, MAX_SEQ, splitKey, SOURCES } from "./schema.ts";

// So many rows are gone in a few milliseconds.
const PIECE = 500;

export function appendBatches(database: Database, batches: readonly Batch[]): readonly (number | undefined)[] {
  const last = new Map([...addedTo(batches)].map(([lease, added]) => [lease, reserve(database, lease, added)]));
  const insert = database.sql("INSERT INTO records (key, at, source, kind, is_cut, text) VALUES (?, ?, ?, ?, ?, ?)");
  return batches.map(({ lease, records }) => {
    let seq = last.get(lease);
    if (seq === undefined) return undefined;
    for (const { from, at, kind, text, largeStrings } of records) {
      seq += 1;
      const isCut = largeStrings.length > 0;
      insert.run(keyOf(lease.key, seq), at, SOURCES.indexOf(from), kind, isCut ? 1 : 0, textToStore(text));
      for (const { hash, text: large } of largeStrings) insertLargeString(database, lease.key, hash, large);
    }
    last.set(lease, seq);
    return seq;
  });
}

export function readRows(
  database: Database,
  session: number,
  { after, before, limit, from = SOURCES, kinds }: RowRange,
): readonly StoredRecord[] {
  const sources = from.map((side) => SOURCES.indexOf(side)).join();
  const wanted = [
    "key > ? AND key < ?",
    ...(from.length < SOURCES.length ? [`source IN (${sources})`] : []),
    ...(kinds ? [`(kind IS NULL OR kind IN (${[...kinds].map(() => "?").join()}))`] : []),
  ];
  return database
    .sql(`SELECT key, at, source, kind, is_cut, text FROM records WHERE ${wanted.join(" AND ")} ORDER BY key LIMIT ?`)
    .all(keyOf(session, after), keyOf(session, Math.min(before, MAX_SEQ)), ...(kinds ?? []), limit)
    .map(toStoredRecord);
}

export function toStoredRecord(row: Row): StoredRecord {
  const from = SOURCES[integerIn(row, "source")];
  if (from === undefined) throw new TypeError("A record has an unknown source");
  return {
    seq: splitKey(integerIn(row, "key")).seq,
    at: integerIn(row, "at"),
    from,
    kind: typeof row["kind"] === "string" ? row["kind"] : undefined,
    text: textIn(row, "text"),
    isCut: integerIn(row, "is_cut") === 1,
  };
}

export function readLargeString(database: Database, hash: string): string | undefined {
  const row = database.sql("SELECT text FROM large_strings WHERE hash = ?").get(hash);
  return row && textIn(row, "text");
}

/** Removes a piece of a session. True when nothing of it is left. */
export function eraseRows(database: Database, session: number): boolean {
  const { changes } = database
    .sql("DELETE FROM records WHERE key IN (SELECT key FROM records WHERE key BETWEEN ? AND ? LIMIT ?)")
    .run(keyOf(session, 0), keyOf(session, MAX_SEQ), PIECE);
  if (changes === PIECE) return false;
  const use = database.sql("SELECT hash FROM large_string_uses WHERE session = ? LIMIT 1").get(session);
  if (use) {
    const hash = textIn(use, "hash");
    database.sql("DELETE FROM large_string_uses WHERE session = ? AND hash = ?").run(session, hash);
    database
      .sql("DELETE FROM large_strings WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM large_string_uses WHERE hash = ?1)")
      .run(hash);
    return false;
  }
  database.sql("DELETE FROM sessions WHERE number = ?").run(session);
  return true;
}

/** Writes as much as a longer message takes: a short one often fits where nothing else does. */
export function tryToWrite({ sql }: Database): void {
  sql("INSERT OR REPLACE INTO records (key, at, source, is_cut, text) VALUES (0, 0, 2, 0, zeroblob(16384))").run();
  sql("DELETE FROM records WHERE key = 0").run();
}

interface Added {
  count: number;
  at: number;
  hasOpenWork: boolean;
  hasPrompt: boolean;
}

function addedTo(batches: readonly Batch[]): ReadonlyMap<Lease, Added> {
  const sessions = new Map<Lease, Added>();
  for (const { lease, records, hasOpenWork, hasPrompt } of batches) {
    const added = sessions.get(lease) ?? { count: 0, at: 0, hasOpenWork, hasPrompt };
    added.count += records.length;
    added.at = Math.max(added.at, records.at(-1)?.at ?? 0);
    added.hasOpenWork = hasOpenWork;
    added.hasPrompt ||= hasPrompt;
    sessions.set(lease, added);
  }
  return sessions;
}

/** The sequence number after which the records go; undefined if the lease was lost. */
function reserve(database: Database, { key, epoch }: Lease, added: Added): number | undefined {
  const { count, at, hasOpenWork, hasPrompt } = added;
  const row = database
    .sql(
      `UPDATE sessions SET last_seq = last_seq + ?, updated_at = max(updated_at, ?), has_open_work = ?,
         is_prompted = max(is_prompted, ?)
       WHERE number = ? AND epoch = ? RETURNING last_seq`,
    )
    .get(count, at, hasOpenWork ? 1 : 0, hasPrompt ? 1 : 0, key, epoch);
  return row && integerIn(row, "last_seq") - count;
}

function insertLargeString(database: Database, session: number, hash: string, text: string): void {
  database.sql("INSERT INTO large_strings (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING").run(hash, text);
  database.sql("INSERT INTO large_string_uses (session, hash) VALUES (?, ?) ON CONFLICT DO NOTHING").run(session, hash);
}
