/**
 * The root of a tool's schema as one object: no provider takes alternatives there [P-09].
 */

import { isObject, itemsOf, type JsonObject } from "@tenon/basis";

import { mergeSchemas } from "./merge.ts";
import { followReference } from "./references.ts";
import { withoutDoubles } from "./tidy.ts";

/** All alternatives together: each property of any of them may be given, and those that all require must be. */
export function foldAlternatives(root: JsonObject): JsonObject {
  const { anyOf, oneOf, type: _type, enum: _enum, const: _const, not: _not, ...plain } = wholeOf(root, root);
  const branches = [anyOf, oneOf].flatMap(itemsOf).filter(isObject);
  const objects = branches.map((branch) => wholeOf(root, branch)).filter(canBeObject);
  if (objects.length === 0) return { ...plain, type: "object" };
  const requiredBy = objects.map((branch) => namesIn(branch["required"]));
  const requiredByAll = (requiredBy[0] ?? []).filter((name) => requiredBy.every((names) => names.includes(name)));
  const folded: JsonObject = {
    properties: joinProperties(objects),
    required: requiredByAll,
    ...(requiredBy.some((names) => names.length > requiredByAll.length) && { description: describeSets(requiredBy) }),
  };
  const { description: both, ...merged } = mergeSchemas(plain, folded);
  const description = [plain["description"], folded["description"]]
    .filter((text) => typeof text === "string")
    .join(" ");
  return { ...merged, type: "object", ...((description !== "" || both !== undefined) && { description }) };
}

/** With what it points to, and with all that it is made of, as one. */
function wholeOf(root: JsonObject, node: JsonObject, depth = 0): JsonObject {
  const { allOf, ...own } = followReference(root, node).node;
  if (!Array.isArray(allOf) || depth === MAX_DEPTH) return own;
  return allOf
    .filter(isObject)
    .reduce<JsonObject>((whole, part) => mergeSchemas(whole, wholeOf(root, part, depth + 1)), own);
}

const MAX_DEPTH = 4;

function canBeObject({ type }: JsonObject): boolean {
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

function joinProperties(branches: readonly JsonObject[]): JsonObject {
  const found = new Map<string, unknown[]>();
  for (const { properties } of branches) {
    for (const [name, schema] of isObject(properties) ? Object.entries(properties) : []) {
      found.set(name, [...(found.get(name) ?? []), schema]);
    }
  }
  return Object.fromEntries(
    [...found].map(([name, schemas]) => {
      const different = withoutDoubles(schemas);
      return [name, different.length === 1 ? different[0] : { anyOf: different }];
    }),
  );
}

function describeSets(requiredBy: readonly (readonly string[])[]): string {
  const sets = requiredBy.map((names) => (names.length === 0 ? "none" : names.join(" and ")));
  return `Give one of these sets of arguments: ${[...new Set(sets)].join("; ")}.`;
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
