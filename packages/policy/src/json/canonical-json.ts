/**
 * JSON in exactly one way: keys sorted, no spaces. Equal values give equal text, whatever order they were written in.
 */

import { hash } from "node:crypto";

import { PolicyError } from "../policy-error.ts";

// Schemas come from servers, and a parser takes any depth: without a bound, a server could overflow our stack.
const MAX_DEPTH = 256;

export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/** SHA-256 in hexadecimal. */
export function hashOf(value: unknown): string {
  return hash("sha256", canonicalJson(value));
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new PolicyError("too_deep", `The value is nested more than ${MAX_DEPTH} levels deep.`);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${write(item, depth + 1)}`);
  return `{${entries.join(",")}}`;
}
