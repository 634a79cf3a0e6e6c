import { defineTool, jsonSchema, reply, type ToolContext } from "@tenon/toolset";

import { readCursor, writeCursor } from "../core/cursor.ts";
import type { RowPage } from "../core/database.ts";
import type { DatabaseState } from "../state.ts";

const DEFAULT_ROWS = 100;
const MAX_PAGE_BYTES = 60_000;
const MAX_CELL_BYTES = 4_000;

interface Arguments {
  readonly sql: string;
  readonly values?: readonly unknown[];
  readonly limit?: number;
  readonly cursor?: string;
}

interface Result extends Pick<RowPage, "columns" | "rows"> {
  readonly cursor?: string;
  readonly note?: string;
}

export const SQL_PROPERTIES = {
  sql: { type: "string", minLength: 1, maxLength: 100_000, description: "One statement" },
  values: {
    type: "array",
    maxItems: 1_000,
    description: "Values for the parameters: $1, $2 … in Postgres, ? in SQLite. Pass what users wrote here, not in sql",
  },
};

export const queryDatabase = defineTool({
  name: "query_database",
  title: "Query the database",
  description:
    "Runs one SELECT (or VALUES, WITH … SELECT) in a read-only transaction and returns its rows, a page at a time. If there are more rows, the result has a cursor: call again with the same sql, values and the cursor. Order by a unique column to page reliably.",
  input: jsonSchema<Arguments>({
    type: "object",
    properties: {
      ...SQL_PROPERTIES,
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 10_000,
        description: `Rows in a page, ${DEFAULT_ROWS} by default`,
      },
      cursor: { type: "string", maxLength: 200, description: "From the page before" },
    },
    required: ["sql"],
    additionalProperties: false,
  }),
  output: jsonSchema<Result>({
    type: "object",
    properties: {
      columns: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" }, type: { type: "string" } } },
      },
      rows: { type: "array", items: { type: "array" } },
      cursor: { type: "string" },
      note: { type: "string" },
    },
    required: ["columns", "rows"],
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ sql, values = [], limit = DEFAULT_ROWS, cursor }, { state, signal }: ToolContext<DatabaseState>) {
    const query = { sql, values };
    const offset = readCursor(cursor, query);
    const rows = Math.min(limit, state.settings.maxRows);
    const limits = { offset, rows, bytes: MAX_PAGE_BYTES, cellBytes: MAX_CELL_BYTES };
    const page = await state.database.read(query, limits, signal);
    const next = page.hasMore ? { cursor: writeCursor(query, offset + page.rows.length) } : {};
    const cut = page.cutCells > 0 ? { note: `${page.cutCells} long values are cut; select a part with substr()` } : {};
    return reply<Result>({ structured: { columns: page.columns, rows: page.rows, ...next, ...cut } });
  },
});
