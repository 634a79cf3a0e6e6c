/**
 * Asks a schema of a server one question. Whatever the schema is, there is an end to it: where it cannot be read, makes
 * no sense or takes too long, there is no answer, only a warning, because the call may still be a good one.
 */

import { errorMessage, isObject } from "@tenon/basis";
import { createTimedRunner } from "@tenon/basis/node";

import { compileSchema, type CompiledSchema } from "./compile-schema.ts";

interface Asked<T> {
  readonly answer?: T;
  readonly warnings: readonly string[];
}

export interface AskOptions {
  /** How long it may take: a second by default. Honest schemas take a millisecond, but a machine may be busy. */
  readonly longestMs?: number;
}

export function askSchema<T>(
  schema: unknown,
  question: (schema: CompiledSchema) => T,
  { longestMs = 1_000 }: AskOptions = {},
): Asked<T> {
  try {
    const wanted = asObject(schema);
    const ask = () => {
      const compiled = compiledOnce(wanted);
      return { answer: question(compiled), warnings: compiled.warnings };
    };
    // Being able to stop costs more than the check itself, so it is only for schemas that may need to be stopped.
    return isKnownHarmless(wanted) ? ask() : withinTime(longestMs, ask);
  } catch (error) {
    return { warnings: [`The schema cannot be used: ${errorMessage(error).slice(0, 300)}`] };
  }
}

// What they hold follows from the schemas alone, and goes with them.
const compiled = new WeakMap<object, CompiledSchema>();
const harmless = new WeakMap<object, boolean>();

function isKnownHarmless(schema: object): boolean {
  const known = harmless.get(schema) ?? isHarmless(schema);
  harmless.set(schema, known);
  return known;
}

function compiledOnce(schema: object): CompiledSchema {
  const known = compiled.get(schema);
  if (known) return known;
  const made = compileSchema(schema);
  compiled.set(schema, made);
  return made;
}

/** No schema accepts everything, and so does the empty list that PHP writes for an empty object [P-09]. */
function asObject(schema: unknown): object {
  if (schema === undefined || schema === null || schema === true) return {};
  if (Array.isArray(schema) && schema.length === 0) return {};
  if (!isObject(schema)) throw new TypeError("it is not an object");
  return schema;
}

/**
 * Throws what the question throws, or an error that says it took too long.
 *
 * Schemas and patterns come from servers, and a small one can ask for years of work: a regular expression that
 * backtracks, references that double at each step [P60]. Counting steps cannot stop a regular expression; the engine can.
 */
function withinTime<T>(milliseconds: number, ask: () => T): T {
  const result = createTimedRunner()(milliseconds, ask);
  if (!result) throw new Error(`it takes more than ${milliseconds} ms`);
  return result.value;
}

/**
 * Whether checking against this schema can only take a time that grows with its size: it is small, refers to nothing,
 * and has no regular expression. Most tools have such schemas.
 */
function isHarmless(schema: object): boolean {
  let parts = 0;
  const look = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return true;
    parts += 1;
    if (parts > MAX_PARTS) return false;
    if (Array.isArray(value)) return value.every(look);
    return Object.entries(value).every(([key, part]) => !RISKY.has(key) && look(part));
  };
  return look(schema);
}

const MAX_PARTS = 500;

// A property that happens to have such a name only costs time.
const RISKY = new Set([
  "$anchor",
  "$dynamicRef",
  "$id",
  "$recursiveRef",
  "$ref",
  "id",
  "pattern",
  "patternProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "uniqueItems",
]);
