/** Names that tool calls give, checked against the catalogue. */

import { nearestWord } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import type { Column, Database, Table, TableSchema } from "./database.ts";

export async function findTable(database: Database, name: string, signal: AbortSignal): Promise<Table> {
  const tables = await database.tables(signal);
  const table =
    tables.find(({ reference }) => reference === name) ?? tables.find((one) => `${one.schema}.${one.name}` === name);
  if (table) return table;
  const references = tables.map(({ reference }) => reference);
  throw new ToolError("not_found", `No table or view named ${JSON.stringify(name)}`, {
    hint: suggestion(name, references) ?? "Use list_tables to see what exists",
  });
}

export function findColumn(schema: TableSchema, name: string): Column {
  const column = schema.columns.find((one) => one.name === name);
  if (column) return column;
  const names = schema.columns.map((one) => one.name);
  throw new ToolError("not_found", `The table ${schema.table.reference} has no column ${JSON.stringify(name)}`, {
    hint: suggestion(name, names) ?? `Its columns: ${names.join(", ")}`,
  });
}

export function suggestion(name: string, known: readonly string[]): string | undefined {
  const bare = name.slice(name.lastIndexOf(".") + 1);
  const near = nearestWord(name, known) ?? nearestWord(bare, known);
  return near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}?`;
}
