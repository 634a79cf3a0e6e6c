/**
 * Raw JSON-RPC messages, and the few places in them that a gateway reads or rewrites.
 *
 * The law: a message is never changed, only copied; what is not rewritten stays as it is, known or not [R162].
 */

import type { AnyMessage, AnyNotification, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { type JsonObject, objectOf, stringOf } from "@tenon/basis";

export type MessageId = AnyRequest["id"];

export type Reply = (response: AnyResponse) => void;

export interface Cancellable {
  cancel(): void;
}

/** Some answer what was stopped with this error, and not with a result that says so. */
export const REQUEST_CANCELLED = -32_800;

export function isRequest(message: AnyMessage): message is AnyRequest {
  return "method" in message && "id" in message;
}

export function isNotification(message: AnyMessage): message is AnyNotification {
  return "method" in message && !("id" in message);
}

export function paramsOf(message: AnyMessage): JsonObject {
  return "params" in message ? objectOf(message.params) : {};
}

export function resultOf(message: AnyMessage): JsonObject {
  return "result" in message ? objectOf(message.result) : {};
}

/** The session that a request or a notification speaks of. */
export function sessionIdOf(message: AnyMessage): string | undefined {
  return stringOf(paramsOf(message)["sessionId"]);
}

/** Fields for this program alone, or by it. */
export function tenonMeta(fields: JsonObject): JsonObject {
  return objectOf(objectOf(fields["_meta"])["tenon"]);
}

export function withTenonMeta(fields: JsonObject, added: JsonObject): JsonObject {
  const tenon = { ...tenonMeta(fields), ...added };
  return { ...fields, _meta: { ...objectOf(fields["_meta"]), tenon } };
}

/** The same message with other params. */
export function withParams<Message extends AnyRequest | AnyNotification>(
  message: Message,
  changed: JsonObject,
): Message {
  return { ...message, params: { ...paramsOf(message), ...changed } };
}

export function withSessionId<Message extends AnyRequest | AnyNotification>(
  message: Message,
  sessionId: string,
): Message {
  const known = sessionIdOf(message);
  return known === undefined || known === sessionId ? message : withParams(message, { sessionId });
}

export function answer(id: MessageId, result: unknown): AnyResponse {
  return { jsonrpc: "2.0", id, result };
}

export function notification(method: string, params: JsonObject): AnyNotification {
  return { jsonrpc: "2.0", method, params };
}

/** `1` and `"1"` are two ids. */
export function idKey(id: unknown): string {
  return JSON.stringify(id) ?? "";
}
