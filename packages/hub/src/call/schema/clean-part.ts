/**
 * Takes out of one part of a schema what would make nonsense of the rest: what other languages, older drafts and model
 * providers write differently.
 */

import type { Schema } from "@cfworker/json-schema";

/** Changes the part, and `parts` where its reference leads to none of them. Says what could not be used. */
export function cleanPart(part: Schema, parts: Record<string, Schema | boolean>): readonly string[] {
  const unusable: string[] = [];
  for (const [keyword, value] of Object.entries<unknown>(part)) {
    // Formats describe and do not decide: servers take dates and addresses that a strict reading refuses.
    const isDropped = keyword === "format" || (value === null && keyword !== "const");
    const isUsable = isDropped || (KEYWORDS.get(keyword)?.(value) ?? true);
    if (!isUsable) unusable.push(`${keyword} ${inShort(value)}`);
    if (isDropped || !isUsable) delete part[keyword];
  }
  const reference = part.__absolute_ref__;
  if (reference !== undefined && !(reference in parts)) {
    unusable.push(`$ref ${inShort(part.$ref)}`);
    parts[reference] = true;
  }
  return unusable;
}

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

const KEYWORDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["type", (value) => [value].flat().every((type) => TYPES.has(type))],
  ["required", (value) => Array.isArray(value)],
  ["enum", (value) => Array.isArray(value)],
  ["pattern", isPattern],
]);

function isPattern(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value, "u") instanceof RegExp;
  } catch {
    return false; // which is what was asked
  }
}

function inShort(value: unknown): string {
  return JSON.stringify(value).slice(0, 200);
}
