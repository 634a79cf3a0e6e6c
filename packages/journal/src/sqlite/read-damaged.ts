/**
 * Reads what can still be read of a damaged file.
 *
 * A page that cannot be read costs the records on it and nothing else: around it, they are read one by one.
 */

import type { DatabaseSync, SQLInputValue } from "node:sqlite";

import { parseJson } from "@tenon/basis";

import { readExportedHead } from "../reading/export-lines.ts";
import type { JournalRecord } from "../journal.ts";
import { restoreLargeStrings } from "../store/large-strings.ts";
import type { SessionHead, StoredRecord } from "../store/store.ts";
import { toJournalRecord } from "../reading/stored-records.ts";
import { integerIn, type Row, textIn } from "./columns.ts";
import { toStoredRecord } from "./record-table.ts";
import { keyOf, MAX_SEQ, splitKey } from "./schema.ts";
import { toSessionRow } from "./session-table.ts";

export interface SalvagedSession {
  readonly head: SessionHead;
  readonly records: Iterable<JournalRecord>;
  /** How many records were left out; final when `records` has ended. */
  readonly lost: () => number;
}

/** The rows up to the first that cannot be read, and whether that was all of them. */
type Ask = (sql: string, ...values: SQLInputValue[]) => { readonly rows: readonly Row[]; readonly isAll: boolean };

const PAGE = 200;
// After so many sessions in a row that cannot be read there are hardly any more.
const MISSES = 1_000;

export function* readDamaged(connection: DatabaseSync): Generator<SalvagedSession, void> {
  const ask = createAsk(connection);
  for (const number of sessionNumbers(ask)) {
    const row = attempt(
      () => ask("SELECT * FROM sessions WHERE number = ?", number).rows.map((found) => toSessionRow(found, 0))[0],
    );
    if (row?.isHidden) continue;
    const head = row ?? readHead(ask, number);
    const lastSeq = row?.lastSeq ?? lastSeqOf(ask, number);
    let lost = 0;
    const records = readRecords(ask, { number, lastSeq, onLost: () => (lost += 1) });
    yield { head, records, lost: () => lost };
  }
}

function sessionNumbers(ask: Ask): ReadonlySet<number> {
  const listed = ["ASC", "DESC"].flatMap((order) => ask(`SELECT number FROM sessions ORDER BY number ${order}`).rows);
  const numbers = new Set(listed.map((row) => integerIn(row, "number")));
  // The records themselves know, too, if the table of sessions is what was lost.
  for (let number = 1, misses = 0; misses < MISSES; number += 1) {
    const { rows, isAll } = ask("SELECT key FROM records WHERE key >= ? ORDER BY key LIMIT 1", keyOf(number, 0));
    const [row] = rows;
    if (row) number = splitKey(integerIn(row, "key")).session;
    if (row) numbers.add(number);
    else if (isAll) break;
    else misses += 1;
  }
  return numbers;
}

function readHead(ask: Ask, number: number): SessionHead {
  const [row] = ask("SELECT text FROM records WHERE key = ?", keyOf(number, 0)).rows;
  const head = attempt(() => row && readExportedHead(parseJson(textIn(row, "text"))));
  return head ?? { id: `recovered-${number}`, cwd: "/", agent: "unknown", createdAt: 0 };
}

function lastSeqOf(ask: Ask, number: number): number {
  const between = [keyOf(number, 0), keyOf(number, MAX_SEQ)];
  const [row] = ask("SELECT key FROM records WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1", ...between).rows;
  return row ? splitKey(integerIn(row, "key")).seq : 0;
}

function* readRecords(
  ask: Ask,
  { number, lastSeq, onLost }: { readonly number: number; readonly lastSeq: number; readonly onLost: () => void },
): Generator<JournalRecord, void> {
  for (let first = 1; first <= lastSeq; first += PAGE) {
    const last = Math.min(first + PAGE - 1, lastSeq);
    const between = [keyOf(number, first), keyOf(number, last)];
    const { rows } = ask("SELECT * FROM records WHERE key BETWEEN ? AND ? ORDER BY key", ...between);
    if (rows.length === last - first + 1) for (const row of rows) yield* whole(row);
    else {
      for (let seq = first; seq <= last; seq += 1) {
        yield* whole(ask("SELECT * FROM records WHERE key = ?", keyOf(number, seq)).rows[0]);
      }
    }
  }

  function* whole(row: Row | undefined): Generator<JournalRecord, void> {
    const record = attempt(() => row && !isTorn(row) && restored(ask, toStoredRecord(row)));
    if (record) yield record;
    else onLost();
  }
}

function restored(ask: Ask, record: StoredRecord): JournalRecord {
  if (!record.isCut) return toJournalRecord(record, record.text);
  const find = (hash: string) =>
    textIn(ask("SELECT text FROM large_strings WHERE hash = ?", hash).rows[0] ?? {}, "text");
  return toJournalRecord(record, restoreLargeStrings(record.text, find));
}

/** Half a page that never reached the disk is full of NULs. A text that really has one is stored as bytes. */
function isTorn({ text }: Row): boolean {
  return typeof text === "string" && text.includes("\0");
}

function createAsk(connection: DatabaseSync): Ask {
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  return (sql, ...values) => {
    const rows: Row[] = [];
    try {
      const statement = statements.get(sql) ?? connection.prepare(sql);
      statements.set(sql, statement);
      for (const row of statement.iterate(...values)) rows.push(row);
      return { rows, isAll: true };
    } catch {
      return { rows, isAll: false }; // the rest is on a page that cannot be read
    }
  };
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined; // it could be read, but it is nonsense
  }
}
