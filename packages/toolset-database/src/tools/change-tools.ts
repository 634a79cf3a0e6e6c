/** Tools that change data. They take tables, columns and conditions, and no SQL. */

import { defineTool, jsonSchema, reply, type ToolContext, ToolError } from "@tenon/toolset";

import { type Condition, deleteStatement, insertStatement, OPERATORS, updateStatement } from "../core/change.ts";
import type { TableSchema } from "../core/database.ts";
import { findTable } from "../core/names.ts";
import { dialectOf } from "../open-database.ts";
import { applyChange, type ChangeResult } from "./apply-change.ts";
import type { DatabaseState } from "../state.ts";

type Values = Readonly<Record<string, unknown>>;

const MAX_ROWS = 1_000;
const TABLE = { type: "string", minLength: 1, description: "Name as list_tables shows it" };
const DRY_RUN = { type: "boolean", description: "Only count the rows that it would touch: the change is rolled back" };
const WHERE = {
  type: "array",
  maxItems: 100,
  description: "Conditions that all must hold",
  items: {
    type: "object",
    properties: {
      column: { type: "string" },
      op: { type: "string", enum: OPERATORS },
      value: { description: 'An array for "in"; none for "is_null" and "is_not_null"' },
    },
    required: ["column", "op"],
    additionalProperties: false,
  },
};
const ALL_ROWS = { type: "boolean", description: "Must be true to touch every row, with an empty where" };

const output = jsonSchema<ChangeResult>({
  type: "object",
  properties: {
    rows: { type: "integer" },
    committed: { type: "boolean" },
    message: { type: "string" },
    returned: { type: "array", items: { type: "object" } },
  },
  required: ["rows", "committed", "message"],
});

interface Selection {
  readonly table: string;
  readonly where?: readonly Condition[];
  readonly all_rows?: boolean;
  readonly dry_run?: boolean;
}

export const insertData = defineTool({
  name: "insert_data",
  title: "Insert rows",
  description:
    "Inserts rows into a table. All rows have the same columns; columns that are left out get their default.",
  input: jsonSchema<{
    readonly table: string;
    readonly rows: readonly Values[];
    readonly returning?: readonly string[];
    readonly dry_run?: boolean;
  }>({
    type: "object",
    properties: {
      table: TABLE,
      rows: { type: "array", minItems: 1, maxItems: MAX_ROWS, items: { type: "object" }, description: "By column" },
      returning: { type: "array", items: { type: "string" }, description: "Columns to return, such as a generated id" },
      dry_run: DRY_RUN,
    },
    required: ["table", "rows"],
    additionalProperties: false,
  }),
  output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ table, rows, returning, dry_run: isDryRun = false }, context: ToolContext<DatabaseState>) {
    const schema = await schemaOf(table, context);
    const statement = insertStatement(schema, dialectOf(context.state.database), { rows, returning });
    const change = { statement, verb: "Insert", table: schema.table.reference, isDryRun } as const;
    return reply({ structured: await applyChange(change, context) });
  },
});

export const updateData = defineTool({
  name: "update_data",
  title: "Update rows",
  description: "Sets columns of the rows that match all conditions. Use dry_run first to see how many rows match.",
  input: jsonSchema<Selection & { readonly set: Values }>({
    type: "object",
    properties: {
      table: TABLE,
      set: { type: "object", description: "New values by column" },
      where: WHERE,
      all_rows: ALL_ROWS,
      dry_run: DRY_RUN,
    },
    required: ["table", "set"],
    additionalProperties: false,
  }),
  output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ set, ...selection }, context: ToolContext<DatabaseState>) {
    const schema = await schemaOf(selection.table, context);
    const where = conditionsOf(selection, "update");
    const statement = updateStatement(schema, dialectOf(context.state.database), { set, where });
    const { dry_run: isDryRun = false } = selection;
    const change = { statement, verb: "Update", table: schema.table.reference, isDryRun } as const;
    return reply({ structured: await applyChange(change, context) });
  },
});

export const deleteData = defineTool({
  name: "delete_data",
  title: "Delete rows",
  description: "Deletes the rows that match all conditions. Use dry_run first to see how many rows match.",
  input: jsonSchema<Selection>({
    type: "object",
    properties: { table: TABLE, where: WHERE, all_rows: ALL_ROWS, dry_run: DRY_RUN },
    required: ["table"],
    additionalProperties: false,
  }),
  output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(selection, context: ToolContext<DatabaseState>) {
    const schema = await schemaOf(selection.table, context);
    const statement = deleteStatement(schema, dialectOf(context.state.database), conditionsOf(selection, "delete"));
    const { dry_run: isDryRun = false } = selection;
    const note = cascadeNote(schema);
    const change = { statement, verb: "Delete", table: schema.table.reference, isDryRun, note } as const;
    return reply({ structured: await applyChange(change, context) });
  },
});

async function schemaOf(name: string, { state, signal }: ToolContext<DatabaseState>): Promise<TableSchema> {
  return state.database.describe(await findTable(state.database, name, signal), signal);
}

function conditionsOf({ table, where = [], all_rows: isAll = false }: Selection, verb: string): readonly Condition[] {
  if (where.length === 0 && !isAll)
    throw new ToolError("invalid_input", `Without conditions it would ${verb} every row of ${table}`, {
      hint: 'Add conditions to "where", or set "all_rows" to true if every row is meant',
    });
  if (where.length > 0 && isAll)
    throw new ToolError("invalid_input", 'Either "where" has conditions or "all_rows" is true, not both');
  return where;
}

function cascadeNote({ referencedBy }: TableSchema): string | undefined {
  const tables = referencedBy.filter(({ onDelete }) => onDelete === "CASCADE").map(({ table }) => table);
  return tables.length === 0 ? undefined : `, and the rows of ${[...new Set(tables)].join(", ")} that refer to them`;
}
