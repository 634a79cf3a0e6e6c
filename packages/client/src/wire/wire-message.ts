/**
 * JSON-RPC messages on the wire, and how to distinguish them from everything else there.
 *
 * `jsonrpc: "2.0"` is required: agents write logs as JSON, and such a line may well have an `id` [B-10].
 */

import type { AnyMessage, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { isObject, objectOf, stringOf } from "@tenon/basis";

export function isMessage(value: unknown): value is AnyMessage {
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return false;
  if ("id" in value && !isId(value["id"])) return false;
  if ("method" in value) return typeof value["method"] === "string";
  return "id" in value && ("result" in value || "error" in value);
}

export function isRequest(message: AnyMessage): message is AnyRequest {
  return "method" in message && "id" in message;
}

export function isResponse(message: AnyMessage): message is AnyResponse {
  return !("method" in message);
}

/** The session that a message names in its params. */
export function sessionIdOf(message: AnyMessage): string | undefined {
  return isResponse(message) ? undefined : stringOf(objectOf(message.params)["sessionId"]);
}

function isId(id: unknown): boolean {
  return id === null || typeof id === "string" || typeof id === "number";
}
