/**
 * A schema in fewer keywords, for dialects that do not have them all.
 */

import { defined, isObject, type JsonObject } from "@tenon/basis";

import type { SchemaDialect } from "./dialect.ts";
import { describe } from "./notes.ts";
import { keywordsOf, typeOf } from "./types.ts";

/** A list whose items have places, and an object whose names have patterns, for those who know neither. */
export function withPlainLists(node: JsonObject, { keywords }: SchemaDialect): JsonObject {
  const { prefixItems, patternProperties, ...rest } = node;
  const plain: Record<string, unknown> = { ...rest };
  if (prefixItems !== undefined && keywords.has("prefixItems")) plain["prefixItems"] = prefixItems;
  else if (Array.isArray(prefixItems)) {
    const others = isObject(rest["items"]) ? [rest["items"]] : [];
    plain["items"] = { anyOf: [...prefixItems, ...others] };
    if (rest["items"] === false) plain["maxItems"] ??= prefixItems.length;
  }
  if (patternProperties !== undefined && keywords.has("patternProperties"))
    plain["patternProperties"] = patternProperties;
  else if (isObject(patternProperties) && !isObject(rest["additionalProperties"])) {
    const schemas = Object.values(patternProperties);
    if (schemas.length > 0) plain["additionalProperties"] = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  }
  return plain;
}

/** Its values as a list of those that may be listed. */
export function withKnownValues(node: JsonObject, { keywords, enums }: SchemaDialect): JsonObject {
  const { const: only, ...rest } = node;
  const values = Object.hasOwn(node, "const") && !keywords.has("const") ? [only] : node["enum"];
  if (Object.hasOwn(node, "const") && keywords.has("const")) return node;
  if (!Array.isArray(values)) return rest;
  const { enum: _values, ...others } = rest;
  if (enums === "any value") return { ...others, enum: values };
  const strings = values.filter((value) => typeof value === "string" && value !== "");
  const isOfStrings = strings.length > 0 && values.every((value) => typeof value === "string" || value === null);
  if (isOfStrings) return { ...others, type: "string", enum: strings };
  const description = describe(others, { enum: values });
  const type = others["type"] ?? typeOf({ enum: values });
  return { ...others, ...defined({ type }), ...defined({ description }) };
}

/** With its type, if it can be determined, and only the keywords that mean something for it. */
export function withType(node: JsonObject): JsonObject {
  const type = node["type"] ?? typeOf(node);
  const { type: _type, ...rest } = node;
  return type === undefined ? rest : { type, ...keywordsOf(type, rest) };
}
