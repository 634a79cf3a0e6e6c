/**
 * The types of JSON Schema, and which keywords speak of which.
 */

import { isObject, itemsOf, type JsonObject } from "@tenon/basis";

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
  ],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"],
};

const SPECIFIC = new Set(Object.values(KEYWORDS).flat());

/** The keywords that mean something for a type, or for one of several: properties of a string mean nothing [P-03]. */
export function keywordsOf(type: unknown, node: JsonObject): JsonObject {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const fitting = new Set(types.flatMap((name) => (typeof name === "string" ? (KEYWORDS[name] ?? []) : [])));
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => !SPECIFIC.has(keyword) || fitting.has(keyword)));
}

/** What a schema that does not say it must be of; undefined if it cannot be determined. */
export function typeOf(node: JsonObject): string | undefined {
  if (["properties", "additionalProperties", "patternProperties"].some((keyword) => Object.hasOwn(node, keyword)))
    return "object";
  if (["items", "prefixItems"].some((keyword) => Object.hasOwn(node, keyword))) return "array";
  const values = itemsOf(node["enum"]);
  const kinds = new Set(values.map((value) => typeof value));
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === undefined) return undefined;
  if (kind === "number") return values.every(Number.isInteger) ? "integer" : "number";
  return kind === "string" || kind === "boolean" ? kind : undefined;
}

/** One schema for each type of a list, each with the keywords and values of that type. */
export function splitTypes(node: JsonObject): readonly JsonObject[] {
  const { type, enum: values, ...rest } = node;
  if (!Array.isArray(type)) return [node];
  return type.flatMap((name: unknown) => {
    const fitting = Array.isArray(values) ? values.filter((value) => isOf(name, value)) : undefined;
    if (fitting?.length === 0) return [];
    const hasValues = fitting && name !== "null";
    return [{ type: name, ...keywordsOf(name, rest), ...(hasValues && { enum: fitting }) }];
  });
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return typeof value === type;
}
