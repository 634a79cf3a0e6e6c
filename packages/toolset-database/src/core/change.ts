/**
 * Structured changes → one SQL statement each. Identifiers come from the catalogue and are quoted; values are parameters.
 */

import { ToolError } from "@tenon/toolset";

import type { Query, TableSchema } from "./database.ts";
import { findColumn } from "./names.ts";

/** How two dialects differ. */
export interface Dialect {
  placeholder(this: void, index: number): string;
  /** A value as the driver takes it for a column of this type. */
  parameter(this: void, value: unknown, type: string): unknown;
}

export const OPERATORS = ["=", "!=", "<", "<=", ">", ">=", "like", "in", "is_null", "is_not_null"] as const;

export interface Condition {
  readonly column: string;
  readonly op: (typeof OPERATORS)[number];
  readonly value?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Within the parameters that both databases take. */
const MAX_PARAMETERS = 30_000;

export function insertStatement(
  schema: TableSchema,
  dialect: Dialect,
  { rows, returning = [] }: { readonly rows: readonly Values[]; readonly returning?: readonly string[] | undefined },
): Query {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) throw new ToolError("invalid_input", "Each row must have at least one column");
  if (names.length * rows.length > MAX_PARAMETERS)
    throw new ToolError("too_large", `A call can insert at most ${MAX_PARAMETERS} values`, {
      hint: "Insert the rows in several calls",
    });
  const writer = valueWriter(schema, dialect);
  const columns = names.map((name) => writer.column(name)).join(", ");
  const tuples = rows.map((row, index) => {
    if (Object.keys(row).length !== names.length || !names.every((name) => Object.hasOwn(row, name)))
      throw new ToolError("invalid_input", `Row ${index + 1} does not have the same columns as the first`, {
        hint: "Insert rows with other columns in a call of their own",
      });
    return `(${names.map((name) => writer.bind(name, row[name])).join(", ")})`;
  });
  const back = returning.length === 0 ? "" : ` RETURNING ${returning.map((name) => writer.column(name)).join(", ")}`;
  return writer.query(`INSERT INTO ${tableName(schema)} (${columns}) VALUES ${tuples.join(", ")}${back}`);
}

export function updateStatement(
  schema: TableSchema,
  dialect: Dialect,
  { set, where }: { readonly set: Values; readonly where: readonly Condition[] },
): Query {
  const names = Object.keys(set);
  if (names.length === 0) throw new ToolError("invalid_input", '"set" must have at least one column');
  const writer = valueWriter(schema, dialect);
  const assignments = names.map((name) => `${writer.column(name)} = ${writer.bind(name, set[name])}`).join(", ");
  return writer.query(`UPDATE ${tableName(schema)} SET ${assignments}${writer.where(where)}`);
}

export function deleteStatement(schema: TableSchema, dialect: Dialect, where: readonly Condition[]): Query {
  const writer = valueWriter(schema, dialect);
  return writer.query(`DELETE FROM ${tableName(schema)}${writer.where(where)}`);
}

function valueWriter(schema: TableSchema, dialect: Dialect) {
  const values: unknown[] = [];
  const column = (name: string) => quoted(findColumn(schema, name).name);
  const bind = (name: string, value: unknown) => {
    values.push(dialect.parameter(value, findColumn(schema, name).type));
    return dialect.placeholder(values.length);
  };
  const condition = ({ column: name, op, value }: Condition): string => {
    if (op === "is_null") return `${column(name)} IS NULL`;
    if (op === "is_not_null") return `${column(name)} IS NOT NULL`;
    // In SQL nothing equals NULL, so the condition would silently match no row.
    if (value === undefined || value === null)
      throw new ToolError("invalid_input", `The condition on ${name} with ${op} must have a value that is not null`, {
        hint: 'Use the operator "is_null" or "is_not_null"',
      });
    if (op !== "in") return `${column(name)} ${op === "like" ? "LIKE" : op} ${bind(name, value)}`;
    if (!Array.isArray(value)) throw new ToolError("invalid_input", `The value for ${name} with "in" must be an array`);
    if (value.includes(null)) throw new ToolError("invalid_input", `The array for ${name} must not contain null`);
    if (value.length === 0) return "FALSE";
    return `${column(name)} IN (${value.map((one) => bind(name, one)).join(", ")})`;
  };
  return {
    column,
    bind,
    where: (conditions: readonly Condition[]) =>
      conditions.length === 0 ? "" : ` WHERE ${conditions.map(condition).join(" AND ")}`,
    query: (sql: string): Query => ({ sql, values }),
  };
}

function tableName({ table }: TableSchema): string {
  return `${quoted(table.schema)}.${quoted(table.name)}`;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
