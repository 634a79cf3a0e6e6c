/**
 * People in a SQLite file of their own, beside the journal: a journal is repaired by copying its sessions and may be
 * vacuumed, restored or replaced, and none of that may bring a revoked token back or lose a line of the audit.
 */

import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { errorMessage } from "@tenon/basis";

import type { PeopleStore } from "./people-store.ts";
import type { Row, Sql, SqlValue, Statement } from "./sql.ts";
import { openSqlPeopleStore } from "./sql-people-store.ts";

/** Made if it is not there, readable by this user only. */
export async function openSqlitePeople({ file }: { readonly file: string }): Promise<PeopleStore> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
  if (process.platform !== "win32") chmodSync(file, 0o600);
  const connection = new DatabaseSync(file);
  connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  return await openSqlPeopleStore(sqliteSql(connection));
}

/** Nothing of it is left when the process ends. */
export async function openMemoryPeople(): Promise<PeopleStore> {
  return await openSqlPeopleStore(sqliteSql(new DatabaseSync(":memory:")));
}

const MAX_WAIT_MS = 10_000;
const PAUSE_MS = 5;

function sqliteSql(connection: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>();
  return {
    numbered: "INTEGER PRIMARY KEY AUTOINCREMENT",
    appendOnly: (table) =>
      ["UPDATE", "DELETE"].map(
        (change) =>
          `CREATE TRIGGER IF NOT EXISTS ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
           BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
      ),
    async run(statements) {
      const deadline = performance.now() + MAX_WAIT_MS;
      for (;;) {
        try {
          return inTransaction(statements);
        } catch (error) {
          // Another process writes: to wait inside SQLite would keep all sessions waiting.
          if (!errorMessage(error).includes("locked") || performance.now() > deadline) throw error;
          await sleep(PAUSE_MS);
        }
      }
    },
    async close() {
      prepared.clear();
      if (connection.isOpen) connection.close();
    },
  };

  function inTransaction(statements: readonly Statement[]): readonly (readonly Row[])[] {
    const isReading = statements.every(({ text }) => text.startsWith("SELECT"));
    connection.exec(isReading ? "BEGIN" : "BEGIN IMMEDIATE");
    try {
      const rows = statements.map(run);
      connection.exec("COMMIT");
      return rows;
    } catch (error) {
      if (connection.isTransaction) connection.exec("ROLLBACK");
      throw error;
    }
  }

  function run({ text, values = [] }: Statement): readonly Row[] {
    const statement = prepared.get(text) ?? connection.prepare(text);
    prepared.set(text, statement);
    if (values.length === 0) return statement.all();
    return statement.all(
      Object.fromEntries(values.map((value, index): [string, SqlValue] => [`$${index + 1}`, value])),
    );
  }
}
