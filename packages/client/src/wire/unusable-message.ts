/**
 * What stands for a message that is too long to be read [B-03] or nests too deep to be used, so that its request fails
 * instead of hanging: a response becomes an error, a request loses its params and is answered as invalid. Of a
 * notification, nothing is left.
 */

import type { AnyMessage, JsonRpcId } from "@agentclientprotocol/sdk";
import { exactId, RPC_ERROR } from "@tenon/basis";
import { MAX_JSON_DEPTH } from "@tenon/policy";

export function substituteForDeep(message: AnyMessage): AnyMessage | undefined {
  if (!("id" in message) || message.id === undefined) return undefined;
  const { id } = message;
  if ("method" in message) return { jsonrpc: "2.0", id, method: message.method };
  return failure(id, `The response nests deeper than the limit of ${MAX_JSON_DEPTH} levels`);
}

const BEGINNING =
  /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d+|"[^"\\]*")\s*,\s*"(?:(result|error)"|method"\s*:\s*"([^"\\]+)")/;

/** `head` is the beginning of the message. */
export function substituteForLong(head: string, { maxBytes }: { readonly maxBytes: number }): AnyMessage | undefined {
  const [, idText, response, method] = BEGINNING.exec(head) ?? [];
  if (idText === undefined) return undefined;
  const id = exactId(idText);
  if (method !== undefined) return { jsonrpc: "2.0", id, method };
  if (response === undefined) return undefined;
  return failure(id, `The response exceeds the limit of ${maxBytes / 1024 / 1024} MiB`);
}

function failure(id: JsonRpcId, message: string): AnyMessage {
  return { jsonrpc: "2.0", id, error: { code: RPC_ERROR.internal, message } };
}
