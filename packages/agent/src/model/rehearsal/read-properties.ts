/**
 * The properties of a tool's input schema, as far as a request in plain words can fill them. The schema is unchecked: what
 * is not understood takes any text.
 */

import { isObject, isString, type JsonObject, objectOf } from "@tenon/basis";

export type PropertyKind = "number" | "boolean" | "choice" | "list" | "object" | "path" | "url" | "text";

export interface Property {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly isRequired: boolean;
  readonly schema: JsonObject;
  /** Of a list, its items. */
  readonly item?: Property;
}

// A list of objects has its properties at the second level.
const MAX_DEPTH = 2;

export function readProperties(schema: unknown, depth = 0): readonly Property[] {
  const { properties, required } = objectOf(schema);
  const names = Array.isArray(required) ? required.filter(isString) : [];
  const read = [...new Set([...Object.keys(objectOf(properties)), ...names])].map((name) =>
    readProperty(name, objectOf(properties)[name], { isRequired: names.includes(name), depth }),
  );
  // run_command takes a line, or a program and its arguments: people say the line.
  return names.length > 0 ? read : read.map((each) => (each.name === "line" ? { ...each, isRequired: true } : each));
}

function readProperty(
  name: string,
  node: unknown,
  { isRequired, depth }: { readonly isRequired: boolean; readonly depth: number },
): Property {
  const schema = firstChoice(node);
  const kind = kindOf(name, schema);
  const isNested = kind === "list" && depth < MAX_DEPTH;
  const item = isNested ? readProperty(name, schema["items"], { isRequired: true, depth: depth + 1 }) : undefined;
  return { name, kind, isRequired, schema, ...(item && { item }) };
}

/** Of several types, the first that is not null. */
function firstChoice(node: unknown): JsonObject {
  const schema = objectOf(node);
  const choices = schema["anyOf"] ?? schema["oneOf"];
  const first: unknown = Array.isArray(choices) ? choices.find((each) => objectOf(each)["type"] !== "null") : undefined;
  return isObject(first) ? { ...schema, ...first } : schema;
}

function kindOf(name: string, { type, format, enum: choices }: JsonObject): PropertyKind {
  if (Array.isArray(choices)) return "choice";
  switch ([type].flat().find((each) => each !== "null")) {
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "object":
      return "object";
    default:
      if (format === "uri" || URL_NAME.test(name)) return "url";
      return PATH_NAME.test(name) ? "path" : "text";
  }
}

const URL_NAME = /(?:^|_)(?:url|uri)s?$/i;
const PATH_NAME = /(?:^|_)(?:path|file|filename|dir|directory|folder|source|destination)$/i;
