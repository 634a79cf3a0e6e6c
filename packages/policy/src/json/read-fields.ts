/**
 * Reads a JSON document from outside, field by field. It never throws: what is wrong is noted with its place in the
 * document, and a stand-in is returned, so that all problems are found in one reading.
 */

import { isObject } from "@tenon/basis";

import type { Problem } from "../policy-error.ts";
import { quote } from "../quote.ts";

type Values<Value extends string> = readonly [Value, ...Value[]];

export interface Fields {
  readonly path: string;
  has(name: string): boolean;
  text(name: string): string;
  optionalText(name: string): string | undefined;
  /** A text that may be empty. */
  optionalString(name: string): string | undefined;
  oneOf<Value extends string>(name: string, values: Values<Value>): Value;
  optionalOneOf<Value extends string>(name: string, values: Values<Value>): Value | undefined;
  /** One of them or several, as a list. */
  someOf<Value extends string>(name: string, values: Values<Value>): readonly Value[] | undefined;
  /** One text or several, as a list. */
  texts(name: string): readonly string[] | undefined;
  /** A list of texts, of which some may be empty. */
  strings(name: string): readonly string[];
  list(name: string): readonly { readonly value: unknown; readonly path: string }[];
  record(name: string): Readonly<Record<string, unknown>> | undefined;
  fields(name: string, known: readonly string[]): Fields;
  raw(name: string): unknown;
  problem(name: string, message: string): void;
}

export function readFields(value: unknown, path: string, known: readonly string[], problems: Problem[]): Fields {
  if (!isObject(value)) problems.push({ path, message: `should be an object, and is ${kindOf(value)}` });
  const entries = isObject(value) ? value : {};
  const note = (name: string, message: string) => void problems.push({ path: placeOf(path, name), message });
  for (const name of Object.keys(entries)) {
    // A misspelt condition that is skipped makes a rule wider than its author meant.
    if (!known.includes(name)) note(name, `is not known here; known are ${known.join(", ")}`);
  }
  const has = (name: string) => Object.hasOwn(entries, name);
  const raw = (name: string) => (has(name) ? entries[name] : undefined);

  function expected<T>(name: string, what: string, standIn: T): T {
    note(name, has(name) ? `should be ${what}, and is ${kindOf(raw(name))}` : `is missing; it should be ${what}`);
    return standIn;
  }

  function text(name: string): string {
    const found = raw(name);
    return typeof found === "string" && found !== "" ? found : expected(name, "a text", "");
  }

  function oneOf<Value extends string>(name: string, values: Values<Value>): Value {
    const found = values.find((value) => value === raw(name));
    return found ?? expected(name, `one of ${values.join(", ")}`, values[0]);
  }

  function texts(name: string): readonly string[] | undefined {
    if (!has(name)) return undefined;
    const found = raw(name);
    const given: readonly unknown[] = Array.isArray(found) ? found : [found];
    const texts = given.filter((item): item is string => typeof item === "string" && item !== "");
    const isFine = texts.length > 0 && texts.length === given.length;
    return isFine ? texts : expected(name, "a text, or a list of texts that is not empty", []);
  }

  return {
    path,
    has,
    raw,
    text,
    problem: note,
    optionalText: (name) => (has(name) ? text(name) : undefined),
    optionalString(name) {
      const found = raw(name);
      if (typeof found === "string") return found;
      return has(name) ? expected(name, "a text", undefined) : undefined;
    },
    oneOf,
    optionalOneOf: (name, values) => (has(name) ? oneOf(name, values) : undefined),
    someOf(name, values) {
      const given = texts(name);
      const found = given?.flatMap((text) => values.filter((value) => value === text));
      return found?.length === given?.length ? found : expected(name, `one or more of ${values.join(", ")}`, []);
    },
    texts,
    strings(name) {
      const found = raw(name);
      const isFine = Array.isArray(found) && found.every((item) => typeof item === "string");
      return isFine ? found : expected(name, "a list of texts", []);
    },
    list(name) {
      const found = raw(name);
      if (!Array.isArray(found)) return expected(name, "a list", []);
      return found.map((item: unknown, index) => ({ value: item, path: `${placeOf(path, name)}[${index}]` }));
    },
    record(name) {
      const found = raw(name);
      return isObject(found) ? found : expected(name, "an object", undefined);
    },
    fields: (name, known) => readFields(raw(name), placeOf(path, name), known, problems),
  };
}

function placeOf(path: string, name: string): string {
  if (!/^[\w-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (value === "") return "an empty text";
  if (typeof value === "string") return quote(value, 40);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return "an object";
}
