/**
 * JSON-RPC messages whose ids are numbers that JavaScript would round, beyond 2^53: within this process such an id is a
 * string that has its digits, and what is written has the number again. So two of them stay two, and an answer of ours
 * finds its request.
 */

import { isObject, type JsonObject, objectOf, parseJson } from "./json.ts";
import { membersOf } from "./json-members.ts";
import { joined, jsonParts } from "./json-text.ts";
import { randomId } from "./random-id.ts";

// No peer can know it, so no string of theirs is taken for a number.
const MARK = `number:${randomId()}:`;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, "g");

/** Undefined if the text is not JSON. */
export function parseMessage(text: string): unknown {
  const message = parseJson(text);
  if (!isObject(message)) return message;
  const { id, params } = message;
  const isCancel = isObject(params) && isRounded(params["requestId"]);
  if (!isRounded(id) && !isCancel) return message;
  const members = membersOf(text);
  return {
    ...message,
    ...(isRounded(id) && { id: exactId(members.get("id") ?? "") }),
    ...(isCancel && {
      params: { ...params, requestId: exactId(membersOf(members.get("params") ?? "").get("requestId") ?? "") },
    }),
  };
}

/** As JSON, with the ids as they came. */
export function writeMessage(message: unknown): string {
  return joined(messageParts(message)) ?? written(message);
}

/** That text in parts, to be encoded one by one: to join a large string to the rest would copy it. Undefined if there is none. */
export function messageParts(message: unknown): readonly string[] | undefined {
  return hasExactId(objectOf(message)) ? undefined : jsonParts(message);
}

function written(message: unknown): string {
  const text = JSON.stringify(message);
  return hasExactId(objectOf(message)) ? withNumbers(text) : text;
}

/** The id that a JSON text of one stands for. */
export function exactId(text: string): string | number {
  const id = parseJson(text);
  if (isRounded(id)) return `${MARK}${text}`;
  return typeof id === "string" || typeof id === "number" ? id : "";
}

/** A text of messages that were parsed here and written by others. */
export function withNumbers(text: string): string {
  return text.replaceAll(MARKED, "$1");
}

/** Whether it stands for a number that is not in the message as such. */
export function hasExactId(message: JsonObject): boolean {
  return isExact(message["id"]) || isExact(objectOf(message["params"])["requestId"]);
}

function isRounded(id: unknown): boolean {
  return typeof id === "number" && !Number.isSafeInteger(id);
}

function isExact(id: unknown): boolean {
  return typeof id === "string" && id.startsWith(MARK);
}
