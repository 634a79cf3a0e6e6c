/**
 * Reads JSON of others field by field. Every refusal names the path of the value and never repeats the value, which may be
 * a secret.
 */

import { isObject, type JsonObject } from "./json.ts";

export class InvalidValueError extends Error {
  readonly code = "invalid_value";
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path} ${problem}`);
    this.name = "InvalidValueError";
    this.path = path;
  }
}

export function objectAt(path: string, value: unknown): JsonObject {
  if (!isObject(value)) throw new InvalidValueError(path, "must be an object");
  return value;
}

/** A non-empty string. */
export function stringAt(path: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw new InvalidValueError(path, "must be a non-empty string");
  return value;
}

/** Undefined and null are empty, and so is an empty object: that is how some languages encode an empty array. */
export function arrayAt(path: string, value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  if (isObject(value) && Object.keys(value).length === 0) return [];
  throw new InvalidValueError(path, "must be an array");
}

export function stringsAt(path: string, value: unknown): readonly string[] {
  return arrayAt(path, value).map((item, index) => {
    if (typeof item !== "string") throw new InvalidValueError(`${path}[${index}]`, "must be a string");
    return item;
  });
}

export function oneOfAt<Choice extends string>(path: string, value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new InvalidValueError(path, `must be ${inSentence(choices)}`);
  return choice;
}

function inSentence(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join() : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
