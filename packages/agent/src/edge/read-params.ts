/**
 * Reads the params of requests by hand: the SDK's validators take long to build, and refuse a whole session for an array
 * that is left out. Every refusal names the path of the value and never repeats the value, which may be a secret [R17].
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject } from "@tenon/basis";

export function objectAt(path: string, value: unknown): JsonObject {
  if (!isObject(value)) throw refusal(path, "must be an object");
  return value;
}

/** A non-empty string. */
export function stringAt(path: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw refusal(path, "must be a non-empty string");
  return value;
}

/** Undefined and null are empty, and so is an empty object: that is how some languages encode an empty array. */
export function arrayAt(path: string, value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  if (isObject(value) && Object.keys(value).length === 0) return [];
  throw refusal(path, "must be an array");
}

export function stringsAt(path: string, value: unknown): readonly string[] {
  return arrayAt(path, value).map((item, index) => {
    if (typeof item !== "string") throw refusal(`${path}[${index}]`, "must be a string");
    return item;
  });
}

export function oneOfAt<Choice extends string>(path: string, value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw refusal(path, `must be ${inSentence(choices)}`);
  return choice;
}

export function refusal(path: string, problem: string): RequestError {
  return RequestError.invalidParams({ path }, `${path} ${problem}`);
}

function inSentence(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join() : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
