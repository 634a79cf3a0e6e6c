/**
 * Two schemas as one that asks for both, as far as one schema can express that. Where it cannot, the first counts: the tool's
 * own schema is what a call is checked against.
 */

import { isObject, itemsOf, type JsonObject } from "@tenon/basis";

export function mergeSchemas(first: JsonObject, second: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...second, ...first };
  for (const [keyword, merge] of Object.entries(MERGES)) {
    if (!Object.hasOwn(first, keyword) || !Object.hasOwn(second, keyword)) continue;
    const value = merge(first[keyword], second[keyword]);
    if (value === undefined) delete merged[keyword];
    else merged[keyword] = value;
  }
  return merged;
}

const MERGES: Readonly<Record<string, (first: unknown, second: unknown) => unknown>> = {
  properties: (first, second) => {
    if (!isObject(first) || !isObject(second)) return first;
    const both = Object.keys(first).filter((name) => Object.hasOwn(second, name));
    const joined = both.map((name) => [name, { allOf: [first[name], second[name]] }]);
    return { ...first, ...second, ...Object.fromEntries(joined) };
  },
  required: (first, second) => [...new Set([...itemsOf(first), ...itemsOf(second)])],
  type: (first, second) => {
    const common = typesIn(first).filter((type) => typesIn(second).includes(type));
    if (common.length === 0) return first;
    return common.length === 1 ? common[0] : common;
  },
  enum: (first, second) => {
    const others = new Set(itemsOf(second).map((value) => JSON.stringify(value)));
    const common = itemsOf(first).filter((value) => others.has(JSON.stringify(value)));
    return common.length === 0 ? first : common;
  },
  allOf: (first, second) => [...itemsOf(first), ...itemsOf(second)],
  // Each forbids what the other brings.
  additionalProperties: (first, second) => (first === false || second === false ? undefined : first),
  minimum: largest,
  maximum: smallest,
  minLength: largest,
  maxLength: smallest,
  minItems: largest,
  maxItems: smallest,
};

function largest(first: unknown, second: unknown): unknown {
  return Math.max(Number(first), Number(second));
}

function smallest(first: unknown, second: unknown): unknown {
  return Math.min(Number(first), Number(second));
}

function typesIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
