/**
 * What a keyword says, as text for the model, where a provider does not take the keyword.
 */

import { isObject, type JsonObject } from "@tenon/basis";

const MAX_NOTE_LENGTH = 300;

/** The description of a schema, with a sentence for each keyword that had to go. */
export function describe(schema: JsonObject, dropped: JsonObject): string | undefined {
  const notes = Object.entries(dropped).flatMap(([keyword, value]) => NOTES[keyword]?.(value) ?? []);
  const description = typeof schema["description"] === "string" ? schema["description"].trim() : "";
  const words = [description, ...notes.map((note) => cut(note, MAX_NOTE_LENGTH))].filter((text) => text !== "");
  return words.length === 0 ? undefined : words.join(" ");
}

/** Says that something is missing, so that it is not taken for the whole [P-11]. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = " … (shortened)";
  return text.slice(0, most - end.length).toWellFormed() + end;
}

const NOTES: Readonly<Record<string, (value: unknown) => string>> = {
  default: (value) => `Default: ${json(value)}.`,
  const: (value) => `Always ${json(value)}.`,
  enum: (value) => `One of: ${list(value)}.`,
  examples: (value) => `For example: ${list(value)}.`,
  format: (value) => `Format: ${String(value)}.`,
  pattern: (value) => `Pattern: ${String(value)}`,
  minimum: (value) => `At least ${json(value)}.`,
  maximum: (value) => `At most ${json(value)}.`,
  exclusiveMinimum: (value) => `More than ${json(value)}.`,
  exclusiveMaximum: (value) => `Less than ${json(value)}.`,
  multipleOf: (value) => `A multiple of ${json(value)}.`,
  minLength: (value) => `At least ${json(value)} characters.`,
  maxLength: (value) => `At most ${json(value)} characters.`,
  minItems: (value) => `At least ${json(value)} items.`,
  maxItems: (value) => `At most ${json(value)} items.`,
  uniqueItems: (value) => (value === true ? "No item twice." : ""),
  minProperties: (value) => `At least ${json(value)} properties.`,
  maxProperties: (value) => `At most ${json(value)} properties.`,
  additionalProperties: (value) => (isObject(value) ? `Any names, with values like ${json(value)}.` : ""),
  not: (value) => `Not: ${json(value)}.`,
};

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(json).join(", ") : json(values);
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
