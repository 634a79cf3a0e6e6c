import { isObject, type JsonObject, parseJson } from "@tenon/basis";
import { isNestedDeeperThan, MAX_JSON_DEPTH } from "@tenon/policy";

// Room for what arguments are wrapped in on their way to the client, the server and the journal.
const MAX_DEPTH = MAX_JSON_DEPTH - 50;

/**
 * The arguments of a call. A call without any has none; some models write their JSON as a string of JSON. What nests so
 * deep that it would overflow the stack of code that walks it is malformed [C3].
 */
export function readArguments(input: string): { readonly args: JsonObject; readonly malformed?: string } {
  if (input.trim() === "") return { args: {} };
  const value = parseJson(input);
  const inner = typeof value === "string" ? parseJson(value) : value;
  if (isObject(inner) && !isNestedDeeperThan(inner, MAX_DEPTH)) return { args: inner };
  // What a tool without parameters is called with by some.
  if (value === null || value === "") return { args: {} };
  return { args: {}, malformed: input };
}
