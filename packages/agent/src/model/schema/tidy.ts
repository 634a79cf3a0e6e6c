/**
 * A schema as draft 2020-12 writes it: older drafts translated, and what is no valid keyword left out. Servers send all
 * of this: `[]` for `{}`, `type: "int"`, `required: true`, lists as `items`.
 */

import { isObject, type JsonObject } from "@tenon/basis";

/** One level; what is inside is tidied when it is looked at. */
export function tidy(node: JsonObject): JsonObject {
  const { nullable, additionalItems, ...rest } = node;
  const result: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(rest)) {
    const isFit = FITS[keyword];
    if (isFit?.(value)) result[keyword] = value;
  }
  const types = typesOf(node["type"], nullable === true);
  if (types.length > 0) result["type"] = types.length === 1 ? types[0] : types;
  if (Array.isArray(result["enum"])) result["enum"] = withoutDoubles(result["enum"]);
  // Draft 7 has a list of items, and the others beside it.
  if (Array.isArray(node["items"])) {
    if (node["items"].length > 0) result["prefixItems"] = node["items"];
    if (isSchema(additionalItems)) result["items"] = additionalItems;
  }
  exclusive(node, result, "exclusiveMinimum", "minimum");
  exclusive(node, result, "exclusiveMaximum", "maximum");
  return result;
}

export function withoutDoubles(values: readonly unknown[]): readonly unknown[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
}

/** Draft 4 says with true or false whether the limit itself is meant. */
function exclusive(node: JsonObject, result: Record<string, unknown>, keyword: string, limit: string): void {
  if (node[keyword] !== true || typeof node[limit] !== "number") return;
  result[keyword] = node[limit];
  delete result[limit];
}

const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["string", "number", "integer", "boolean", "object", "array", "null"].map((type) => [type, type]),
  ),
  str: "string",
  text: "string",
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  bool: "boolean",
  dict: "object",
  map: "object",
  list: "array",
  none: "null",
};

function typesOf(type: unknown, isNullable: boolean): readonly string[] {
  const names = (Array.isArray(type) ? type : [type]).flatMap((name: unknown) => {
    const known = typeof name === "string" ? TYPES[name.toLowerCase()] : undefined;
    return known === undefined ? [] : [known];
  });
  return [...new Set(isNullable && names.length > 0 ? [...names, "null"] : names)];
}

const isSchema = (value: unknown) => isObject(value) || typeof value === "boolean";
const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown) => Number.isInteger(value) && isNumber(value) && Number(value) >= 0;
const isSchemaList = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isAnything = () => true;

/** What a keyword's value must be; a keyword that is not here is none. */
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  description: isText,
  format: isText,
  $ref: isText,
  pattern: isPattern,
  default: isAnything,
  const: isAnything,
  enum: (value) => Array.isArray(value) && value.length > 0,
  examples: Array.isArray,
  required: Array.isArray,
  deprecated: isFlag,
  readOnly: isFlag,
  writeOnly: isFlag,
  uniqueItems: isFlag,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  items: isSchema,
  contains: isSchema,
  not: isSchema,
  propertyNames: isSchema,
  additionalProperties: isSchema,
  prefixItems: isSchemaList,
  anyOf: isSchemaList,
  oneOf: isSchemaList,
  allOf: isSchemaList,
  properties: isObject,
  patternProperties: isObject,
  dependentRequired: (value) =>
    isObject(value) && Object.values(value).every((names) => Array.isArray(names) && names.every(isText)),
};

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function isPattern(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    return new RegExp(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
