/** The operations on a SQLite file, each at once: they run in a process that can be ended at any moment. */

import { statSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

import { toError } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import type { Table } from "../core/database.ts";
import { fillPage } from "../core/page.ts";
import { readSchema, readTables } from "./catalogue.ts";
import { openConnections } from "./connections.ts";
import type { Operations, SqliteSetup } from "./messages.ts";
import { toCell, toParameter } from "./values.ts";

export function sqliteOperations(setup: SqliteSetup): Operations {
  const connections = openConnections(setup);
  return {
    tables: () => readTables(connections.reader()),
    describe: ({ table }) => readSchema(connections.reader(), table),
    read({ query, limits }) {
      const statement = prepareQuery(connections.reader(), query.sql);
      const filling = fillPage(limits);
      let skipped = 0;
      for (const row of rowsOf(statement, query.values)) {
        if (skipped < limits.offset) skipped += 1;
        else if (!filling.add(row.map(toCell))) break;
      }
      return filling.page(statement.columns().map(({ name, type }) => ({ name, type: type ?? "" })));
    },
    explain: ({ query }) =>
      connections.explaining(() => {
        const statement = prepareOne(connections.reader(), `EXPLAIN QUERY PLAN ${query.sql}`);
        return planText([...rowsOf(statement, query.values)]);
      }),
    change({ query, atMost }) {
      if (setup.isReadOnly) throw new ToolError("denied", "The database is opened read-only");
      const database = connections.writer();
      // Immediate: a transaction that begins to write later may find the file locked and cannot wait.
      database.exec("BEGIN IMMEDIATE");
      try {
        const statement = prepareOne(database, query.sql);
        const columns = statement.columns().map(({ name }) => name);
        const returned = [...rowsOf(statement, query.values)].map((row) =>
          Object.fromEntries(row.map((cell, index) => [columns[index] ?? "", toCell(cell)])),
        );
        const rows = Number(database.prepare("SELECT changes() AS n").get()?.["n"] ?? 0);
        const isCommitted = rows <= atMost;
        database.exec(isCommitted ? "COMMIT" : "ROLLBACK");
        return { rows, isCommitted, returned };
      } catch (error) {
        // A failed statement may have ended the transaction already.
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
    stats() {
      const database = connections.reader();
      const tables = readTables(database);
      const views = tables.filter(({ kind }: Table) => kind === "view").length;
      return {
        version: `SQLite ${String(database.prepare("SELECT sqlite_version() AS version").get()?.["version"])}`,
        database: basename(setup.file),
        sizeBytes: statSync(setup.file).size,
        tables: tables.length - views,
        views,
      };
    },
  };
}

/** A SELECT or VALUES and nothing else: what SQLite's grammar takes as a subquery. */
function prepareQuery(database: DatabaseSync, sql: string): StatementSync {
  const statement = prepareOne(database, sql);
  try {
    database.prepare(`SELECT * FROM (\n${statement.sourceSQL.replace(/;\s*$/, "")}\n)`);
  } catch (cause) {
    throw new ToolError("denied", "Only SELECT, VALUES and WITH … SELECT can be run", { cause });
  }
  return statement;
}

function prepareOne(database: DatabaseSync, sql: string): StatementSync {
  // SQLite would end the text there.
  if (sql.includes("\0")) throw new ToolError("invalid_input", "The SQL must not contain a null character");
  const statement = database.prepare(sql);
  const rest = sql.slice(statement.sourceSQL.length);
  // SQLite prepares the first statement and leaves the rest.
  if (rest.trim() !== "" && !isBlank(database, rest))
    throw new ToolError("invalid_input", "Only one statement can be run at a time");
  return statement;
}

/** Whether the text has no statement: a comment, a semicolon. */
function isBlank(database: DatabaseSync, sql: string): boolean {
  try {
    // Node.js 22 makes a statement of it that has no text.
    return database.prepare(sql).sourceSQL === "";
  } catch (error) {
    return /contains no statements|has been finalized/.test(toError(error).message);
  }
}

function* rowsOf(statement: StatementSync, values: readonly unknown[]): Iterable<readonly SQLOutputValue[]> {
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const parameters = values.map((value): SQLInputValue => toParameter(value));
  for (const row of statement.iterate(...parameters)) yield Array.isArray(row) ? row : Object.values(row);
}

/** Each row is id, parent, nothing, text. */
function planText(rows: readonly (readonly SQLOutputValue[])[]): string {
  const depths = new Map<unknown, number>([[0n, 0]]);
  return rows
    .map(([id, parent, , text]) => {
      const depth = depths.get(parent) ?? 0;
      depths.set(id, depth + 1);
      return `${"  ".repeat(depth)}${String(text)}`;
    })
    .join("\n");
}
