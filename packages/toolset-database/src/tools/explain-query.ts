import { defineTool, jsonSchema, type ToolContext } from "@tenon/toolset";

import { SQL_PROPERTIES } from "./query-database.ts";
import type { DatabaseState } from "../state.ts";

export const explainQuery = defineTool({
  name: "explain_query",
  title: "Explain a query",
  description:
    "Shows how the database would run a statement: which indexes it uses and what it costs. Nothing is executed, unless analyze is true, and then only a SELECT can be (Postgres).",
  input: jsonSchema<{ readonly sql: string; readonly values?: readonly unknown[]; readonly analyze?: boolean }>({
    type: "object",
    properties: { ...SQL_PROPERTIES, analyze: { type: "boolean", description: "Execute it and measure" } },
    required: ["sql"],
    additionalProperties: false,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: ({ sql, values = [], analyze = false }, { state, signal }: ToolContext<DatabaseState>) =>
    state.database.explain({ sql, values }, { analyze }, signal),
});
