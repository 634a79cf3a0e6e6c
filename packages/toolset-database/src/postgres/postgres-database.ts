/** A Postgres database. What a model wrote runs only as the query of a cursor in a read-only transaction that is rolled back. */

import { ToolError } from "@tenon/toolset";

import type { Dialect } from "../core/change.ts";
import type { Database, PageLimits, Query, RowPage } from "../core/database.ts";
import { fillPage } from "../core/page.ts";
import type { PostgresAddress, Settings } from "../settings.ts";
import { readSchema, readStats, readTables } from "./catalogue.ts";
import { namesIn } from "./forbidden-functions.ts";
import { createPool } from "./pool.ts";
import { explainFailure } from "./query-failure.ts";
import { createTransactions, type Transaction } from "./transaction.ts";
import { toParameter } from "./values.ts";

// The grammar lets only a query follow: no SET, DO, COPY, CALL, NOTIFY, LOCK, no CREATE TABLE AS, no writing WITH.
const DECLARE = "DECLARE tenon NO SCROLL CURSOR FOR ";
const ROWS_AT_ONCE = 50;

export const postgresDialect: Dialect = {
  placeholder: (index) => `$${index}`,
  parameter: toParameter,
};

export function openPostgres(address: PostgresAddress, settings: Settings): Database {
  const pool = createPool(address);
  const transactions = createTransactions(pool, address, settings);
  const read = <T>(signal: AbortSignal, work: (transaction: Transaction) => Promise<T>, sql = "") =>
    transactions.run({ access: "read only", names: namesIn(sql), signal }, async (transaction) => ({
      result: await work(transaction),
    }));
  let closing: Promise<void> | undefined;
  const database: Database = {
    kind: "postgres",
    label: `postgres://${address.user}@${address.host}:${address.port}/${address.database}`,
    tables: (signal) => read(signal, readTables),
    describe: (table, signal) => read(signal, (transaction) => readSchema(transaction, table)),
    stats: (signal) => read(signal, readStats),
    async read(query, limits, signal) {
      const work = (transaction: Transaction) => readPage(transaction, query, limits);
      return explained(DECLARE, query.sql, signal, () => read(signal, work, query.sql));
    },
    async explain({ sql, values }, { analyze }, signal) {
      // With a cursor around it, only a SELECT can be executed; with options, no ANALYZE can follow.
      const explain = analyze ? `EXPLAIN (ANALYZE, BUFFERS) ${DECLARE}` : "EXPLAIN (ANALYZE FALSE) ";
      const work = async (transaction: Transaction) => (await transaction.run(explain + sql, values)).rows;
      const rows = await explained(explain, sql, signal, () => read(signal, work, sql));
      return rows.map(([line]) => String(line)).join("\n");
    },
    change: ({ sql, values }, { atMost }, signal) =>
      transactions.run({ access: "read write", signal }, async (transaction) => {
        const { rowCount, rows, fields } = await transaction.run(sql, values);
        const count = rowCount ?? 0;
        const isCommitted = count <= atMost;
        const returned = rows.map((row) =>
          Object.fromEntries(row.map((cell, index) => [fields[index]?.name ?? "", cell])),
        );
        return { result: { rows: count, isCommitted, returned }, isCommitted };
      }),
    close: () => (closing ??= pool.end()),
  };
  return database;

  async function explained<T>(prefix: string, sql: string, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ToolError) throw await explainFailure(error, { prefix, sql }, () => database.tables(signal));
      throw error;
    }
  }
}

async function readPage(transaction: Transaction, { sql, values }: Query, limits: PageLimits): Promise<RowPage> {
  await transaction.run(DECLARE + sql, values);
  if (limits.offset > 0) await transaction.run(`MOVE FORWARD ${limits.offset} IN tenon`);
  const filling = fillPage(limits);
  let columns: RowPage["columns"] = [];
  for (let isFull = false; !isFull;) {
    const { rows, fields } = await transaction.run(`FETCH FORWARD ${ROWS_AT_ONCE} FROM tenon`);
    if (columns.length === 0) columns = await namedTypes(transaction, fields);
    isFull = rows.length < ROWS_AT_ONCE;
    for (const row of rows) {
      if (filling.add(row)) continue;
      isFull = true;
      break;
    }
  }
  return filling.page(columns);
}

async function namedTypes(
  transaction: Transaction,
  fields: readonly { readonly name: string; readonly dataTypeID: number }[],
) {
  const oids = fields.map(({ dataTypeID }) => dataTypeID);
  const { rows } = await transaction.run(
    "SELECT format_type(oid, NULL) FROM unnest($1::oid[]) WITH ORDINALITY o(oid, n) ORDER BY n",
    [oids],
  );
  return fields.map(({ name }, index) => ({ name, type: String(rows[index]?.[0]) }));
}
