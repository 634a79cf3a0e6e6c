/**
 * A server's message without hidden characters in what people and models read: titles, descriptions, instructions,
 * questions, progress, errors [M10]. This is the one edge that all text of servers passes.
 *
 * What tools and resources return is data and stays as it is, and so do names and values that go back to the server.
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject } from "@tenon/basis";
import { hasHiddenCharacters, MAX_JSON_DEPTH, visibleText } from "@tenon/policy";

const SHOWN = new Set([
  "title",
  "description",
  "message",
  "instructions",
  "enumNames",
  "statusMessage",
  "systemPrompt",
]);
// What else is for reading, by the method whose message it is in.
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  initialize: ["name", "version"],
  "server/discover": ["name", "version"],
  "resources/list": ["name"],
  "tools/call": ["name"],
  "resources/templates/list": ["name"],
  "prompts/get": ["text"],
  "completion/complete": ["values"],
  "sampling/createMessage": ["text"],
  "notifications/message": ["data"],
};
// Values that go back to the server, or that programs read.
const DATA = new Set(["default", "enum", "const", "examples", "structuredContent", "_meta", "contents", "uri", "blob"]);

/** `method` is what the server answers, or what it asks or notifies. A message without anything hidden is given back as it is. */
export function visibleMessage<Message extends JSONRPCMessage>(message: Message, method: string | undefined): Message {
  const shown = new Set([...SHOWN, ...(SHOWN_IN[method ?? ""] ?? [])]);
  return visible(message, false, 0);

  function visible<Value>(value: Value, isShown: boolean, depth: number): Value;
  function visible(value: unknown, isShown: boolean, depth: number): unknown {
    if (typeof value === "string") return isShown ? visibleText(value) : value;
    if (typeof value !== "object" || value === null) return value;
    // Only a tool of a list can be that deep here, and it is left out for it.
    if (depth > MAX_JSON_DEPTH) return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => visible(item, isShown, depth + 1));
      return items.every((item, at) => item === value[at]) ? value : items;
    }
    const entries = Object.entries(value);
    const seen = entries.map(([key, item]) => (DATA.has(key) ? item : visible(item, shown.has(key), depth + 1)));
    if (seen.every((item, at) => item === entries[at]?.[1])) return value;
    return Object.fromEntries(entries.map(([key], at) => [key, seen[at]]));
  }
}

/** Why a tool is left out, if it is: names and values go back to the server, and cannot be shown as they are. */
export function hiddenProblem(name: string, schema: unknown): string | undefined {
  if (visibleText(name) !== name) return "its name has hidden characters";
  return hasHiddenNames(schema) ? "its parameters have names or values with hidden characters" : undefined;
}

/** Names of properties, and the values that strings are limited to. */
function hasHiddenNames(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some((item) => hasHiddenNames(item));
  if (!isObject(schema)) return false;
  return Object.entries(schema).some(([key, value]) => {
    if (hasHiddenCharacters(key)) return true;
    const isValue = key === "enum" || key === "const";
    return isValue ? hasHiddenValues(value) : hasHiddenNames(value);
  });
}

function hasHiddenValues(value: unknown): boolean {
  if (typeof value === "string") return hasHiddenCharacters(value);
  return Array.isArray(value) && value.some((item) => typeof item === "string" && hasHiddenCharacters(item));
}
