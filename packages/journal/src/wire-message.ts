/**
 * The parts of a JSON-RPC message by which it is told where it belongs.
 */

import { withoutLargeStrings } from "./large-strings.ts";

export interface WireMessage {
  /** As JSON, because `1` and `"1"` are two ids. */
  readonly id?: string;
  readonly method?: string;
  readonly params: Fields;
  readonly result: Fields;
  readonly isError: boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Undefined if the text is no message. Large strings come out empty. */
export function readWireMessage(text: string): WireMessage | undefined {
  const message = fieldsOf(parseJson(withoutLargeStrings(text)));
  const { id, method } = message;
  const hasId = typeof id === "string" || typeof id === "number";
  if (!hasId && typeof method !== "string") return undefined;
  return {
    ...(hasId && { id: JSON.stringify(id) }),
    ...(typeof method === "string" && { method }),
    params: fieldsOf(message["params"]),
    result: fieldsOf(message["result"]),
    isError: "error" in message,
  };
}

/** An object's fields; none if it is something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Undefined if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // noise on the wire, a torn line in an import: the caller sees that there is nothing
  }
}
