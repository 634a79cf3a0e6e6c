/**
 * What a schema expects and what a document holds, as text. A value is shown only where the schema lists the values
 * there are, or bounds a number: anywhere else it could be a secret.
 */

import type { SchemaNode, SchemaType } from "../configuration-schema.ts";

const KINDS: Readonly<Record<SchemaType, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  null: "null",
  array: "an array",
  object: "an object",
};

export function expectedInWords(schema: SchemaNode): string {
  if (schema.title !== undefined) return schema.title;
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  const kinds = [schema.type ?? []].flat().map((type) => KINDS[type]);
  const bound = schema.minimum === undefined ? "" : ` of at least ${schema.minimum}`;
  return `${kinds.join(" or ")}${bound}`;
}

export function foundInWords(value: unknown, schema: SchemaNode): string {
  const isShown = schema.enum !== undefined || schema.minimum !== undefined;
  if (isShown && (typeof value === "string" || typeof value === "number")) return JSON.stringify(value).slice(0, 60);
  if (value === "") return "an empty string";
  if (value === null || typeof value === "boolean") return String(value);
  if (schema.anyOf && typeof value === "object") return "neither";
  if (Array.isArray(value)) return KINDS.array;
  if (typeof value === "string") return KINDS.string;
  return typeof value === "number" ? KINDS.number : KINDS.object;
}
