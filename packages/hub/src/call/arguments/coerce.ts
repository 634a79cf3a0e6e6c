/**
 * Repairs what models get wrong about types: an array, object, number or boolean written as a string, and
 * null for "none" [P-07] [P71].
 *
 * A value that fits where it stands is never touched, and a string is only read as JSON where the schema has no room
 * for that string [P-10].
 */

import { isObject } from "@tenon/basis";

import type { CompiledSchema, Schema } from "../schema/compile-schema.ts";
import { expectedTypes } from "../schema/expected-types.ts";

type Part = Schema | boolean;

/** The value as it was probably meant. It may still not fit. */
export function coerce(value: unknown, schema: CompiledSchema): unknown {
  return coerceAt(value, schema.root, schema);
}

function coerceAt(value: unknown, at: Part, schema: CompiledSchema): unknown {
  if (typeof at === "boolean" || schema.isValid(value, at)) return value;
  if (typeof value !== "string") return repair(value, at, schema);
  const read = readJson(value);
  if (read === undefined) return value;
  const meant = repair(read, at, schema);
  if (schema.isValid(meant, at)) return meant;
  // Still wrong, but what is wrong is inside it: the error is about that, and not about the quotes around it.
  const isContainer = typeof meant === "object" && meant !== null;
  return isContainer && !expectedTypes(at, schema).includes("string") ? meant : value;
}

/** What a string says as JSON, unless it says a string or a number that would lose digits. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isLossy = typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
    return typeof value === "string" || isLossy ? undefined : value;
  } catch {
    return undefined; // not JSON: it stays the string it is
  }
}

/** Goes into everything that the schema says about this value, and coerces what is inside. */
function repair(value: unknown, at: Schema, schema: CompiledSchema): unknown {
  const target = schema.target(at);
  const always = [...(target === undefined ? [] : [target]), ...(at.allOf ?? [])];
  let repaired = always.reduce<unknown>((value, part) => coerceAt(value, part, schema), value);
  if (Array.isArray(repaired)) repaired = repaired.map((item, index) => coerceItem(item, index, at, schema));
  else if (isObject(repaired)) repaired = repairMembers(repaired, at, schema);
  for (const part of [...(at.anyOf ?? []), ...(at.oneOf ?? [])]) {
    const candidate = coerceAt(repaired, part, schema);
    if (schema.isValid(candidate, at)) return candidate;
  }
  return repaired;
}

function coerceItem(item: unknown, index: number, at: Schema, schema: CompiledSchema): unknown {
  const { items, prefixItems = [], additionalItems = true } = at;
  // Before 2020-12 a list of schemas in `items` was what `prefixItems` is now.
  const [first, rest] = Array.isArray(items) ? [items, additionalItems] : [prefixItems, items ?? true];
  return coerceAt(item, first[index] ?? rest, schema);
}

function repairMembers(value: object, at: Schema, schema: CompiledSchema): object {
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const part = memberSchema(name, at);
    const coerced = coerceAt(member, part, schema);
    const isNone = (member === null || member === "null") && !at.required?.includes(name);
    if (!isNone || schema.isValid(coerced, part)) members.push([name, coerced]);
  }
  return Object.fromEntries(members);
}

function memberSchema(name: string, { properties = {}, additionalProperties = true }: Schema): Part {
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  // What is no parameter at all is not repaired, so that its name can be reported.
  return own ?? (typeof additionalProperties === "object" ? additionalProperties : true);
}
