/**
 * Reads JSON from outside, which may hold anything: nothing here throws, and a value of another type counts as absent.
 */

import { type Cut, cutLarge } from "./json-text.ts";
import { randomId } from "./random-id.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** The object itself, or an empty one, so that its fields can be read without asking first. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** For names and titles, where an empty string means that there is none. */
export function nonEmptyStringOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Only finite ones: NaN and infinities cannot be in JSON, and spread through every sum. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function booleanOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The array itself, or an empty one. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The items that pass the test; undefined if the value is no array. */
export function arrayOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): readonly Item[] | undefined {
  return Array.isArray(value) ? value.filter(isItem) : undefined;
}

/** Reads an array item by item; items that read as undefined are left out. Empty if the value is no array. */
export function readArray<Item>(value: unknown, read: (item: unknown) => Item | undefined): readonly Item[] {
  return Array.isArray(value) ? value.map((item: unknown) => read(item)).filter((item) => item !== undefined) : [];
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  const cut = cutLarge(text, MARK);
  return (cut && parseCut(cut)) ?? parseWhole(text);
}

// No text from outside has it.
const MARK = randomId();

function parseCut({ text, large }: Cut): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown) => (value === MARK ? large : value));
  } catch {
    return undefined;
  }
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a path of keys and indexes; undefined if anything on the way is missing. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner) && typeof key === "number") return inner[key];
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}
