/** Tools that look at the catalogue. */

import { defineTool, jsonSchema, type ToolContext } from "@tenon/toolset";

import { findTable } from "../core/names.ts";
import { schemaJson, tablesJson } from "../resources/catalogue-json.ts";
import type { DatabaseState } from "../state.ts";

const MAX_TABLES = 300;

export const listTables = defineTool({
  name: "list_tables",
  title: "List tables",
  description: "Lists the tables and views with an estimate of their rows. get_table_schema shows the columns of one.",
  input: jsonSchema<{ readonly search?: string }>({
    type: "object",
    properties: { search: { type: "string", description: "Only tables whose name or comment contains this" } },
    additionalProperties: false,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ search = "" }, { state, signal }: ToolContext<DatabaseState>) {
    const words = search.toLowerCase();
    const tables = (await state.database.tables(signal)).filter(({ reference, comment = "" }) =>
      `${reference}\n${comment}`.toLowerCase().includes(words),
    );
    const rest = tables.length - MAX_TABLES;
    const note = rest > 0 ? { note: `${rest} more tables match: narrow them down with search` } : {};
    return { ...tablesJson(tables.slice(0, MAX_TABLES)), ...note };
  },
});

export const getTableSchema = defineTool({
  name: "get_table_schema",
  title: "Show the schema of a table",
  description: "Shows the columns, keys, references and indexes of a table or view.",
  input: jsonSchema<{ readonly table: string }>({
    type: "object",
    properties: { table: { type: "string", minLength: 1, description: "Name as list_tables shows it" } },
    required: ["table"],
    additionalProperties: false,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ table }, { state, signal }: ToolContext<DatabaseState>) {
    return schemaJson(await state.database.describe(await findTable(state.database, table, signal), signal));
  },
});
