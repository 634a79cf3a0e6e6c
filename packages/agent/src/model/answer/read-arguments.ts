import { isRecord, type JsonRecord, parseJson } from "../json.ts";

/** The arguments of a call. A call without any has none; some models write their JSON as a string of JSON. */
export function readArguments(input: string): { readonly args: JsonRecord; readonly malformed?: string } {
  if (input.trim() === "") return { args: {} };
  const value = parseJson(input);
  const inner = typeof value === "string" ? parseJson(value) : value;
  if (isRecord(inner)) return { args: inner };
  // What a tool without parameters is called with by some.
  if (value === null || value === "") return { args: {} };
  return { args: {}, malformed: input };
}
