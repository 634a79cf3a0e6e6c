/**
 * The rows of records, and of the large strings that they share.
 */

import { errorCode, stringOf } from "@tenon/basis";
import type pg from "pg";

import type { Batch, Lease, RowRange, StoredRecord } from "../store/store.ts";
import { bigintArray, booleanArray, smallintArray, textArray } from "./binary-array.ts";
import type { Connections, Row } from "./connections.ts";
import { indexedKinds } from "./kind-index.ts";
import { LARGE_STRINGS } from "./locks.ts";
import { inTransaction } from "./transaction.ts";
import { CUT, decode, encode, withoutNul } from "./text-values.ts";

const SOURCES = ["client", "agent", "tenon"] as const;
const PIECE = 1_000;

/** What one statement adds to one session. */
export interface Addition {
  readonly lease: Lease;
  /** The sequence number after which the records go. */
  readonly base: number;
  readonly batches: readonly Batch[];
}

/**
 * Adds everything in one statement, to sessions that are still as their holder knows them: the same epoch, the same last
 * record. So a statement that is sent again after a lost connection adds nothing twice. Resolves with the sessions that it
 * was added to, and the transaction that did it. `onRepeat` hears that an attempt was not answered, and may have added them.
 */
export function appendRecords(
  { writing }: Connections,
  additions: readonly Addition[],
  { onRepeat, naming }: { readonly onRepeat: () => void; readonly naming: Naming },
): Promise<ReadonlyMap<number, string>> {
  const heads = headColumns(additions);
  const large = largeColumns(additions);
  const [name, text] = large ? LARGE_APPEND : APPEND;
  const values = [...heads, ...recordColumns(additions), ...(large ?? [])];
  return writing(async (client, isRepeated) => {
    if (isRepeated) onRepeat();
    const { rows } = await named(client, { name, text, values }, naming);
    if (!isRepeated) return changesIn(rows);
    const earlier = await client.query<Row>(COMMITTED, heads.slice(0, 4));
    return changesIn([...rows, ...earlier.rows]);
  });
}

/** Whether the server knows a statement by its name when it comes again. */
export interface Naming {
  isKept: boolean;
}

/** A PgBouncer of before 1.21 gives each transaction another connection, whose server has not heard of the name. */
async function named(
  client: pg.ClientBase,
  { name, ...statement }: Required<Pick<pg.QueryConfig, "name" | "text" | "values">>,
  naming: Naming,
): Promise<pg.QueryResult<Row>> {
  try {
    return await client.query<Row>(naming.isKept ? { name, ...statement } : statement);
  } catch (error) {
    if (!naming.isKept || !UNKNOWN_NAMES.has(errorCode(error) ?? "")) throw error;
    naming.isKept = false;
    return await client.query<Row>(statement);
  }
}

/** No such prepared statement, or one of that name that this connection has not made. */
const UNKNOWN_NAMES: ReadonlySet<string> = new Set(["26000", "42P05"]);

const APPEND = ["tenon-append", appendStatement(false)] as const;
const LARGE_APPEND = ["tenon-append-large", appendStatement(true)] as const;

function appendStatement(hasLargeStrings: boolean): string {
  // A string that is stored already must not be deleted before this use of it is seen; in one order, so that no two wait
  // for each other.
  const large = `,
    lock AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${LARGE_STRINGS})),
    strings AS (
      INSERT INTO tenon_large_strings (hash, bytes, form, text)
      SELECT DISTINCT ON (g.hash) g.hash, g.bytes, g.form, g.text
      FROM lock, unnest($16::bigint[], $17::text[], $18::bigint[], $19::smallint[], $20::text[])
        AS g (session, hash, bytes, form, text) JOIN taken ON taken.key = g.session
      ORDER BY g.hash ON CONFLICT DO NOTHING
    ), uses AS (
      INSERT INTO tenon_large_string_uses (session, hash)
      SELECT DISTINCT g.session, g.hash FROM lock, unnest($16::bigint[], $17::text[]) AS g (session, hash)
      JOIN taken ON taken.key = g.session ON CONFLICT DO NOTHING
    )`;
  return `
    WITH taken AS (
      UPDATE tenon_sessions s SET last_seq = s.last_seq + g.count, updated_at = greatest(s.updated_at, g.at),
        bytes = s.bytes + g.bytes, has_open_work = g.has_open_work, is_prompted = s.is_prompted OR g.has_prompt,
        changed = pg_current_xact_id()
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[],
        $8::boolean[]) AS g (key, epoch, base, count, at, bytes, has_open_work, has_prompt)
      WHERE s.key = g.key AND s.epoch = g.epoch AND s.last_seq = g.base
      RETURNING s.key, s.changed
    ), added AS (
      INSERT INTO tenon_records (session, seq, at, source, kind, form, text)
      SELECT r.session, r.seq, r.at, r.source, r.kind, r.form, r.text
      FROM unnest($9::bigint[], $10::bigint[], $11::bigint[], $12::smallint[], $13::text[], $14::smallint[], $15::text[])
        AS r (session, seq, at, source, kind, form, text) JOIN taken ON taken.key = r.session
    )${hasLargeStrings ? large : ""}
    SELECT key, changed::text FROM taken`;
}

/** Of an attempt whose answer was lost. */
const COMMITTED = `
  SELECT s.key, s.changed::text FROM tenon_sessions s
  JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS g (key, epoch, base, count)
    ON s.key = g.key AND s.epoch = g.epoch AND s.last_seq = g.base + g.count AND g.count > 0`;

function changesIn(rows: readonly Row[]): ReadonlyMap<number, string> {
  return new Map(rows.map(({ key, changed }) => [Number(key), String(changed)]));
}

function headColumns(additions: readonly Addition[]): readonly Buffer[] {
  const heads = additions.map(headOf);
  const numbers = (["key", "epoch", "base", "count", "at", "bytes"] as const).map((column) =>
    bigintArray(heads.map((head) => head[column])),
  );
  const flags = (["hasOpenWork", "hasPrompt"] as const).map((column) =>
    booleanArray(heads.map((head) => head[column])),
  );
  return [...numbers, ...flags];
}

function headOf({ lease, base, batches }: Addition) {
  let [count, at, bytes] = [0, 0, 0];
  for (const { records } of batches) {
    count += records.length;
    at = Math.max(at, records.at(-1)?.at ?? 0);
    for (const { text } of records) bytes += Buffer.byteLength(text);
  }
  const hasOpenWork = batches.at(-1)?.hasOpenWork ?? false;
  return { ...lease, base, count, at, bytes, hasOpenWork, hasPrompt: batches.some(({ hasPrompt }) => hasPrompt) };
}

function recordColumns(additions: readonly Addition[]): readonly Buffer[] {
  const [keys, seqs, times]: [number[], number[], number[]] = [[], [], []];
  const [sources, kinds, forms, texts]: [number[], string[], number[], string[]] = [[], [], [], []];
  for (const { lease, base, batches } of additions) {
    let seq = base;
    for (const { records } of batches) {
      for (const { from, at, kind, text: given, largeStrings } of records) {
        const { text, form } = encode(given);
        keys.push(lease.key);
        seqs.push((seq += 1));
        times.push(at);
        sources.push(SOURCES.indexOf(from));
        kinds.push(withoutNul(kind));
        forms.push(largeStrings.length > 0 ? form | CUT : form);
        texts.push(text);
      }
    }
  }
  return [
    bigintArray(keys),
    bigintArray(seqs),
    bigintArray(times),
    smallintArray(sources),
    textArray(kinds),
    smallintArray(forms),
    textArray(texts),
  ];
}

/** Undefined if there are none, as in most statements. */
function largeColumns(additions: readonly Addition[]): readonly Buffer[] | undefined {
  const found = additions.flatMap(({ lease, batches }) =>
    batches.flatMap(({ records }) =>
      records.flatMap(({ largeStrings }) =>
        largeStrings.map(({ hash, text }) => ({ key: lease.key, hash, ...encode(text) })),
      ),
    ),
  );
  if (found.length === 0) return undefined;
  return [
    bigintArray(found.map(({ key }) => key)),
    textArray(found.map(({ hash }) => hash)),
    bigintArray(found.map(({ text }) => Buffer.byteLength(text))),
    smallintArray(found.map(({ form }) => form)),
    textArray(found.map(({ text }) => text)),
  ];
}

export async function readRows(
  { rows }: Connections,
  session: number,
  range: RowRange,
): Promise<readonly StoredRecord[]> {
  const [sql, values] = rangeQuery(session, range);
  return (await rows(sql, values)).map(toStoredRecord);
}

export function rangeQuery(
  session: number,
  { after, before, limit, from, kinds }: RowRange,
): readonly [string, readonly unknown[]] {
  const values: unknown[] = [session, after, limit];
  const value = (given: unknown) => `$${values.push(given)}`;
  const indexed = kinds && indexedKinds(kinds);
  const conditions = [
    "session = $1 AND seq > $2",
    ...(before === Infinity ? [] : [`seq < ${value(before)}`]),
    ...(from ? [`source = ANY (${value(from.map((side) => SOURCES.indexOf(side)))})`] : []),
    ...(kinds ? [`kind = ANY (${value([...kinds].map(withoutNul))})`] : []),
    ...(indexed === undefined ? [] : [indexed]),
  ];
  const where = conditions.join(" AND ");
  return [`SELECT seq, at, source, kind, form, text FROM tenon_records WHERE ${where} ORDER BY seq LIMIT $3`, values];
}

function toStoredRecord({ seq, at, source, kind, form, text }: Row): StoredRecord {
  const from = SOURCES[Number(source)];
  if (from === undefined) throw new TypeError("A record has an unknown source");
  const isCut = (Number(form) & CUT) !== 0;
  return { seq: Number(seq), at: Number(at), from, kind: stringOf(kind), text: decode(text, form), isCut };
}

export async function readLargeStrings(
  { rows }: Connections,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows("SELECT hash, form, text FROM tenon_large_strings WHERE hash = ANY ($1)", [hashes]);
  return new Map(found.map(({ hash, form, text }) => [String(hash), decode(text, form)]));
}

/** Removes a piece of a session. True when nothing of it is left. */
export async function eraseRows({ any }: Connections, session: number): Promise<boolean> {
  return any(async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM tenon_records WHERE session = $1
         AND seq IN (SELECT seq FROM tenon_records WHERE session = $1 ORDER BY seq LIMIT ${PIECE})`,
      [session],
    );
    if (rowCount === PIECE) return false;
    await inTransaction(client, async () => {
      await client.query(`SELECT pg_advisory_xact_lock(${LARGE_STRINGS})`);
      // A statement of its own, which sees the uses that were added before the lock was there.
      await client.query(
        `WITH gone AS (DELETE FROM tenon_large_string_uses WHERE session = $1 RETURNING hash)
         DELETE FROM tenon_large_strings WHERE hash IN (SELECT hash FROM gone)
           AND hash NOT IN (SELECT hash FROM tenon_large_string_uses WHERE hash IN (SELECT hash FROM gone) AND session <> $1)`,
        [session],
      );
      await client.query("DELETE FROM tenon_sessions WHERE key = $1", [session]);
      await client.query("DELETE FROM tenon_deletions WHERE at < now() - interval '1 hour'");
    });
    return true;
  });
}
