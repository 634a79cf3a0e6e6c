/**
 * Keys that the schema does not know. They are no fault, for other programs read the same files; but most of them are
 * slips of the finger, and those would otherwise change nothing and say nothing.
 */

import { defined, isObject, nearestWord } from "@tenon/basis";

import { pathTo } from "../json/parse-json.ts";
import { type SchemaNode, configurationSchema, referredNode } from "../configuration-schema.ts";

export interface UnknownKey {
  readonly path: string;
  readonly nearest?: string;
}

export function unknownKeys(
  value: unknown,
  schema: SchemaNode = configurationSchema,
  path = "",
): readonly UnknownKey[] {
  if (schema.$ref !== undefined) return unknownKeys(value, referredNode(schema.$ref), path);
  if (!isObject(value)) return [];
  const { properties = {}, additionalProperties } = schema;
  return Object.entries(value).flatMap(([key, member]): readonly UnknownKey[] => {
    const at = pathTo(path, key);
    const known = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (known) return unknownKeys(member, known, at);
    if (schema.type !== "object") return [];
    const nearest = nearestWord(key, Object.keys(properties));
    return [{ path: at, ...defined({ nearest }) }];
  });
}
