/**
 * The arguments of a call, as the tool wants them: repaired where the schema shows what was meant, and checked before
 * they are sent. A problem is a message for the model, so that its next call can be a good one.
 */

import { isObject, type JsonObject } from "@tenon/basis";

import { type AskOptions, askSchema } from "../schema/ask-schema.ts";
import type { CompiledSchema } from "../schema/compile-schema.ts";
import { describeProblems } from "../schema/describe-problems.ts";
import { expectedTypes } from "../schema/expected-types.ts";
import { coerce } from "./coerce.ts";

export type PreparedArguments =
  | { readonly args: JsonObject; readonly warnings: readonly string[] }
  | { readonly problem: string; readonly warnings: readonly string[] };

/** Never throws. Arguments that fit are returned as they are; where the schema is no use they are not checked. */
export function prepareArguments(args: unknown, inputSchema: unknown, options?: AskOptions): PreparedArguments {
  const given = args ?? {};
  const { answer, warnings } = askSchema(inputSchema, (schema) => fit(given, schema), options);
  if (answer) return { ...answer, warnings };
  return isObject(given) ? { args: given, warnings } : { problem: NOT_AN_OBJECT, warnings };
}

const NOT_AN_OBJECT = "The tool was not called: the arguments must be an object.";

type Fitted = { readonly args: JsonObject } | { readonly problem: string };

function fit(given: unknown, schema: CompiledSchema): Fitted {
  if (!expectedTypes(schema.root, schema).includes("object")) throw new TypeError("it does not accept an object");
  const args = coerce(isObject(given) ? given : read(given), schema);
  if (!isObject(args)) return { problem: NOT_AN_OBJECT };
  if (schema.isValid(args)) return { args };
  return { problem: message(describeProblems(args, schema, "The object of arguments")) };
}

/** All arguments in one string: some models do that, too. */
function read(given: unknown): unknown {
  try {
    return typeof given === "string" ? JSON.parse(given) : given;
  } catch {
    return given; // not JSON, and so not an object either
  }
}

const MAX_SHOWN_PROBLEMS = 8;

function message(problems: readonly string[]): string {
  const start = "The tool was not called: its arguments do not match its schema.";
  if (problems.length === 1) return `${start} ${problems[0]}`;
  const lines = problems.slice(0, MAX_SHOWN_PROBLEMS).map((problem) => `\n- ${problem}`);
  const more = problems.length > MAX_SHOWN_PROBLEMS ? `\n- And ${problems.length - MAX_SHOWN_PROBLEMS} more.` : "";
  return `${start}${lines.join("")}${more}`;
}
