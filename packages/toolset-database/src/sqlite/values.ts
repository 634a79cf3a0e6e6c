/** Values of SQLite as JSON shows them, and JSON values as SQLite takes them. */

import type { SQLInputValue, SQLOutputValue } from "node:sqlite";

/** An integer that JSON would round is a string, a blob is written as Postgres writes one. */
export function toCell(value: SQLOutputValue): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

export function toParameter(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  // In a REAL column it becomes 1.0 again; as 1.0 it would stay so in a column without a type.
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === "string" || value === null) return value;
  return value === undefined ? null : JSON.stringify(value);
}
