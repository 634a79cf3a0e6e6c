/**
 * Redacts the JSON of one record.
 */

import { isObject, type JsonObject, objectOf, parseJson } from "@tenon/basis";

import type { Redactor } from "./redactor.ts";
import { MARKER } from "./spans.ts";

const MAX_DEPTH = 64;

// To parse it is quicker than to search it twice, and most of it is base64, which is not searched.
const LARGE_LENGTH = 1024 * 1024;

/** Escapes that hide a value from a search in the text. */
const ESCAPES = /\\u00[2-7]|\\\//;

/** By its fields: out of the text of JSON, some secrets would go together with a quote or a brace. */
export function redactRecord(text: string, redactor: Redactor, isGrowing = false): string {
  const isLarge = text.length > LARGE_LENGTH;
  const hasNone = !isLarge && !ESCAPES.test(text) && !redactor.mayFind(text);
  if (hasNone && !isGrowing) return text;
  // The text and not the message it came with: what is written is what was read here.
  const message = parseJson(text);
  if (message === undefined) return redactor.redact(text);
  const shown = isGrowing ? withoutOpenEnds(objectOf(message), redactor) : message;
  if (hasNone && isUnchanged(shown, message)) return text;
  const redacted = redactor.redactValue(shown);
  // Written anew only if something was hidden: large numbers and the order of fields would not survive it.
  return isUnchanged(redacted, message) ? text : JSON.stringify(redacted);
}

/** No deeper than the redactor goes, which cuts off what is below. */
function isUnchanged(redacted: unknown, given: unknown): boolean {
  if (typeof given !== "object" || given === null) return Object.is(redacted, given);
  if (typeof redacted !== "object" || redacted === null) return false;
  const before = Object.entries(given);
  const after = Object.entries(redacted);
  if (before.length !== after.length) return false;
  return before.every(([key, value], at) => after[at]?.[0] === key && isUnchanged(after[at][1], value));
}

/** Of what is sent again when it has grown, the end may be the beginning of a known secret. */
function withoutOpenEnds(message: JsonObject, redactor: Redactor): JsonObject {
  const { params, result } = message;
  if (isObject(result)) return { ...message, result: { ...result, output: cutEnds(result["output"], redactor) } };
  const fields = Object.entries(objectOf(objectOf(params)["update"])).map(([name, value]) => [
    name,
    GROWING.has(name) ? cutEnds(value, redactor) : value,
  ]);
  return { ...message, params: { ...objectOf(params), update: Object.fromEntries(fields) } };
}

// Not its id: one that ends like the beginning of a secret would be another call in the record.
const GROWING: ReadonlySet<string> = new Set(["title", "content", "locations", "rawInput", "rawOutput", "_meta"]);

function cutEnds(value: unknown, redactor: Redactor, depth = 0): unknown {
  if (typeof value === "string") {
    const open = redactor.openFrom(value);
    return open < value.length ? value.slice(0, open) + MARKER : value;
  }
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => cutEnds(item, redactor, depth + 1));
  if (!isObject(value) || isTerminal(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutEnds(item, redactor, depth + 1)]));
}

/** Content that is nothing but the id of a terminal. */
function isTerminal({ type, terminalId }: JsonObject): boolean {
  return type === "terminal" && typeof terminalId === "string";
}

/** A tool call that runs, and the output of a terminal whose command runs: sent whole again and again. */
export function growsWith(message: unknown): boolean {
  const { params, result } = objectOf(message);
  if (isObject(result)) return typeof result["output"] === "string";
  const { sessionUpdate, status } = objectOf(objectOf(params)["update"]);
  return sessionUpdate === "tool_call_update" && status !== "completed" && status !== "failed";
}
