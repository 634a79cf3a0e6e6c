/**
 * Reads a JSON document from outside, field by field. It never throws: each problem is noted with its path in the
 * document, and a stand-in is returned, so that one reading finds all problems.
 */

import { isObject, isString, type JsonObject, objectOf } from "@tenon/basis";

import type { Problem } from "../policy-error.ts";
import { quote } from "../quote.ts";

/** What a field may hold. */
export interface FieldType<T> {
  /** After "must be": `a non-empty string`. */
  readonly name: string;
  /** Undefined if the value is not of this type. */
  readonly read: (value: unknown) => T | undefined;
  /** Returned for a field that is missing or has another type. */
  readonly standIn: T;
}

export interface Fields {
  has(name: string): boolean;
  raw(name: string): unknown;
  required<T>(name: string, type: FieldType<T>): T;
  optional<T>(name: string, type: FieldType<T>): T | undefined;
  list(name: string): readonly { readonly value: unknown; readonly path: string }[];
  fields(name: string, known: readonly string[]): Fields;
  problem(name: string, message: string): void;
}

export function readFields(value: unknown, path: string, known: readonly string[], problems: Problem[]): Fields {
  if (!isObject(value)) problems.push({ path, message: `must be an object, not ${describe(value)}` });
  const entries = objectOf(value);
  const problem = (name: string, message: string) => void problems.push({ path: pathOf(path, name), message });
  for (const name of Object.keys(entries)) {
    // A misspelt condition that is skipped makes a rule wider than its author meant.
    if (!known.includes(name)) problem(name, `is unknown; expected one of ${known.join(", ")}`);
  }
  const has = (name: string) => Object.hasOwn(entries, name);
  const raw = (name: string) => (has(name) ? entries[name] : undefined);

  function required<T>(name: string, type: FieldType<T>): T {
    const read = type.read(raw(name));
    if (read !== undefined) return read;
    problem(name, has(name) ? `must be ${type.name}, not ${describe(raw(name))}` : `is missing; expected ${type.name}`);
    return type.standIn;
  }

  return {
    has,
    raw,
    required,
    problem,
    optional: (name, type) => (has(name) ? required(name, type) : undefined),
    list: (name) =>
      required(name, ARRAY).map((item, index) => ({ value: item, path: `${pathOf(path, name)}[${index}]` })),
    fields: (name, known) => readFields(raw(name), pathOf(path, name), known, problems),
  };
}

export const STRING: FieldType<string> = {
  name: "a string",
  read: (value) => (isString(value) ? value : undefined),
  standIn: "",
};

export const NON_EMPTY_STRING: FieldType<string> = {
  name: "a non-empty string",
  read: (value) => (isString(value) && value !== "" ? value : undefined),
  standIn: "",
};

/** Some of which may be empty. */
export const STRINGS: FieldType<readonly string[]> = {
  name: "an array of strings",
  read: (value) => (Array.isArray(value) && value.every(isString) ? value : undefined),
  standIn: [],
};

/** One or several, as a list. */
export const ONE_OR_MORE_STRINGS: FieldType<readonly string[]> = {
  name: "a non-empty string or array of such strings",
  read(value) {
    const given: readonly unknown[] = Array.isArray(value) ? value : [value];
    return given.length > 0 && given.every((item) => isString(item) && item !== "")
      ? given.filter(isString)
      : undefined;
  },
  standIn: [],
};

export const OBJECT: FieldType<JsonObject> = {
  name: "an object",
  read: (value) => (isObject(value) ? value : undefined),
  standIn: {},
};

const ARRAY: FieldType<readonly unknown[]> = {
  name: "an array",
  read: (value) => (Array.isArray(value) ? value : undefined),
  standIn: [],
};

type Values<Value extends string> = readonly [Value, ...Value[]];

export function oneOf<Value extends string>(values: Values<Value>): FieldType<Value> {
  return {
    name: `one of ${values.join(", ")}`,
    read: (value) => values.find((one) => one === value),
    standIn: values[0],
  };
}

/** One of them or several, as a list. */
export function someOf<Value extends string>(values: Values<Value>): FieldType<readonly Value[]> {
  return {
    name: `one or more of ${values.join(", ")}`,
    read(value) {
      const given = ONE_OR_MORE_STRINGS.read(value);
      const found = given?.flatMap((text) => values.filter((one) => one === text));
      return found?.length === given?.length ? found : undefined;
    },
    standIn: [],
  };
}

function pathOf(path: string, name: string): string {
  if (!/^[\w-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (value === "") return "an empty string";
  if (typeof value === "string") return quote(value, 40);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return "an object";
}
