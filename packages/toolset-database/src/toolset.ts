/** The toolset: a database as MCP tools and resources. */

import { defineToolset, ToolError, type Toolset } from "@tenon/toolset";

import { openDatabase } from "./open-database.ts";
import { policyPack } from "./policy.ts";
import { schema, stats, tables } from "./resources/resources.ts";
import { readSettings, type Settings } from "./settings.ts";
import { getTableSchema, listTables } from "./tools/catalogue-tools.ts";
import { deleteData, insertData, updateData } from "./tools/change-tools.ts";
import { explainQuery } from "./tools/explain-query.ts";
import { queryDatabase } from "./tools/query-database.ts";
import type { DatabaseState } from "./state.ts";

const READING = [queryDatabase, explainQuery, listTables, getTableSchema];
const CHANGING = [insertData, updateData, deleteData];

/** From the variables `DATABASE_URL`, or `DB_HOST`, `DB_PORT`, `DB_NAME`, `DB_USER` and `DB_PASSWORD`. */
export function databaseToolset(env: Readonly<Record<string, string | undefined>> = process.env): Toolset {
  // Wrong settings are the error of each call, where the model and the user see it, and not of a process that exits.
  const settings = tryReadSettings(env);
  const secret = env["DATABASE_URL"]?.includes("@") === true ? { DATABASE_URL: { isRequired: false } } : {};
  return defineToolset({
    name: "database",
    version: "0.1.0",
    title: "Database",
    description: "Queries and changes a Postgres or SQLite database; queries cannot write.",
    instructions: instructions(settings),
    tools: settings?.isReadOnly === true ? READING : [...READING, ...CHANGING],
    resources: [stats, tables, schema],
    policy: policyPack(settings),
    secrets: { DB_PASSWORD: { isRequired: false }, ...secret },
    start({ log }): DatabaseState {
      const settings = readSettings(env);
      if (settings.allowsSuperuser)
        log("warning", "DB_ALLOW_SUPERUSER is set: a role that reaches files of the server is accepted");
      return { database: openDatabase(settings), settings };
    },
    stop: ({ database }) => database.close(),
  });
}

function instructions(settings: Settings | undefined): string {
  const kind = settings?.address.type === "postgres" ? "PostgreSQL" : "SQLite";
  const changes =
    settings?.isReadOnly === true
      ? "Data cannot be changed."
      : "Change data with insert_data, update_data and delete_data; try each with dry_run first.";
  return `A ${kind} database. Look at list_tables and get_table_schema before you write SQL, and read with query_database. ${changes}`;
}

function tryReadSettings(env: Readonly<Record<string, string | undefined>>): Settings | undefined {
  try {
    return readSettings(env);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
