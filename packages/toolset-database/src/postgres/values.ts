/** Values of Postgres as JSON shows them, and JSON values as Postgres takes them. */

import { parseJson } from "@tenon/basis";

const BOOL = 16;
const INTEGERS = new Set([20, 21, 23, 26]);
const FLOATS = new Set([700, 701]);
const JSONS = new Set([114, 3802]);

/** Exact or a string: a number that JSON would round, a date, a numeric stay as the database writes them. */
export function toCell(text: string, oid: number): unknown {
  if (oid === BOOL) return text === "t";
  if (INTEGERS.has(oid)) return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (FLOATS.has(oid)) return Number.isFinite(Number(text)) ? Number(text) : text;
  if (JSONS.has(oid)) return parseJson(text);
  return text;
}

/** The driver would write an array for a JSON column as a Postgres array. */
export function toParameter(value: unknown, type: string): unknown {
  if (value === null) return null;
  if (type === "json" || type === "jsonb") return JSON.stringify(value);
  return typeof value === "boolean" || typeof value === "number" ? String(value) : value;
}
