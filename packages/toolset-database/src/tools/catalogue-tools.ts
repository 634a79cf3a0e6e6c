/** Tools that look at the catalogue. */

import { defineTool, jsonSchema, type ToolContext } from "@tenon/toolset";

import { findTable } from "../core/names.ts";
import { schemaJson, tablesJson } from "../resources/catalogue-json.ts";
import type { DatabaseState } from "../state.ts";

export const listTables = defineTool({
  name: "list_tables",
  title: "List tables",
  description: "Lists the tables and views with an estimate of their rows. get_table_schema shows the columns of one.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async (_, { state, signal }: ToolContext<DatabaseState>) => tablesJson(await state.database.tables(signal)),
});

export const getTableSchema = defineTool({
  name: "get_table_schema",
  title: "Show the schema of a table",
  description: "Shows the columns, keys, references and indexes of a table or view.",
  input: jsonSchema<{ readonly table: string }>({
    type: "object",
    properties: { table: { type: "string", minLength: 1, description: "As list_tables writes it" } },
    required: ["table"],
    additionalProperties: false,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ table }, { state, signal }: ToolContext<DatabaseState>) {
    return schemaJson(await state.database.describe(await findTable(state.database, table, signal), signal));
  },
});
