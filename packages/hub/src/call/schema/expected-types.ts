/**
 * Which JSON types a part of a schema has room for; all of them where it does not say.
 */

import type { CompiledSchema, Schema } from "./compile-schema.ts";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

export type JsonType = (typeof TYPES)[number];

export function expectedTypes(at: Schema | boolean, compiled: CompiledSchema): readonly JsonType[] {
  if (typeof at === "boolean") return TYPES;
  const target = compiled.target(at);
  const allowed = [
    ...(at.type === undefined ? [] : [[at.type].flat()]),
    ...(at.enum === undefined ? [] : [at.enum.map(typeOf)]),
    ...(at.const === undefined ? [] : [[typeOf(at.const)]]),
    ...(target === undefined ? [] : [expectedTypes(target, compiled)]),
    ...(at.allOf ?? []).map((part) => expectedTypes(part, compiled)),
    ...[at.anyOf, at.oneOf].flatMap((parts) => (parts ? [parts.flatMap((part) => expectedTypes(part, compiled))] : [])),
  ];
  const expected = TYPES.filter((type) => allowed.every((types) => hasRoomFor(type, types)));
  return expected.includes("number") ? expected.filter((type) => type !== "integer") : expected;
}

function hasRoomFor(type: JsonType, types: readonly JsonType[]): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}

const WORDS: Readonly<Record<JsonType, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

/** "an integer or null". */
export function formatTypes(types: readonly JsonType[]): string {
  const words = types.map((type) => WORDS[type]);
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
