/**
 * Finds what the validator's locations point at: `#/filter/tags/2` in a value, `#/properties/filter/$ref/type` in a
 * schema.
 */

import { isObject } from "@tenon/basis";

import type { CompiledSchema, Schema } from "./compile-schema.ts";

export function stepsOf(location: string): readonly string[] {
  const steps = location.split("/").slice(1);
  return steps.map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce(memberOf, value);
}

/** The part of the schema that holds the keyword at this location. */
export function partAt(schema: CompiledSchema, keywordLocation: string): Schema {
  let part: unknown = schema.root;
  for (const step of stepsOf(keywordLocation).slice(0, -1)) {
    part = (step === "$ref" && isPart(part) ? schema.target(part) : undefined) ?? memberOf(part, step);
  }
  return isPart(part) ? part : {};
}

/** `filter.tags[2]`, as people write it. */
export function pathOf(value: unknown, steps: readonly string[]): string {
  let path = "";
  for (const [index, step] of steps.entries()) {
    const isItem = Array.isArray(valueAt(value, steps.slice(0, index)));
    path += isItem ? `[${step}]` : `${path === "" ? "" : "."}${step}`;
  }
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
}

const MAX_PATH_LENGTH = 100;

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function isPart(value: unknown): value is Schema {
  return isObject(value);
}
