/** A SQLite file, held by a process of its own. */

import { ToolError } from "@tenon/toolset";

import type { Dialect } from "../core/change.ts";
import type { Database } from "../core/database.ts";
import { suggestion } from "../core/names.ts";
import type { Settings, SqliteAddress } from "../settings.ts";
import { createSqliteProcess } from "./sqlite-process.ts";

const BUSY_MS = 5_000;

export const sqliteDialect: Dialect = {
  placeholder: () => "?",
  parameter: (value) => value,
};

export function openSqlite({ file }: SqliteAddress, { isReadOnly, timeoutMs }: Settings): Database {
  const process = createSqliteProcess({ file, isReadOnly, busyMs: Math.min(timeoutMs, BUSY_MS) }, timeoutMs);
  const database: Database = {
    kind: "sqlite",
    label: `sqlite:${file}`,
    tables: (signal) => process.run("tables", {}, signal),
    describe: (table, signal) => process.run("describe", { table }, signal),
    read: (query, limits, signal) => withNearNames(process.run("read", { query, limits }, signal), signal),
    async explain(query, { analyze }, signal) {
      if (analyze)
        throw new ToolError("unsupported", "SQLite cannot execute a query while explaining it: leave analyze out");
      return withNearNames(process.run("explain", { query }, signal), signal);
    },
    change: (query, { atMost }, signal) => process.run("change", { query, atMost }, signal),
    stats: (signal) => process.run("stats", {}, signal),
    close: () => process.close(),
  };
  return database;

  async function withNearNames<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const name = error instanceof ToolError ? /no such table: (.+)$/.exec(error.message)?.[1] : undefined;
      if (!(error instanceof ToolError) || name === undefined) throw error;
      const references = (await database.tables(signal)).map(({ reference }) => reference);
      throw new ToolError("not_found", error.message, {
        hint: suggestion(name, references) ?? "Use list_tables to see what exists",
      });
    }
  }
}
