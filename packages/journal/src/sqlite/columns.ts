/**
 * Values as they come out of SQLite.
 */

import type { SQLOutputValue } from "node:sqlite";

export type Row = Readonly<Record<string, SQLOutputValue>>;

export function integerIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new TypeError(`Column ${column} is not an integer`);
}

export function optionalIntegerIn(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : integerIn(row, column);
}

/** Text that has a NUL in it is stored as bytes, because SQLite's own functions stop there. */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  throw new TypeError(`Column ${column} is not text`);
}

export function optionalTextIn(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : textIn(row, column);
}

export function textToStore(text: string): string | Uint8Array {
  return text.includes("\0") ? Buffer.from(text) : text;
}
