/**
 * What can be saved of a message that nests too deep to be used: as for one that is too long, its request fails instead of
 * hanging.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { MAX_JSON_DEPTH } from "@tenon/policy";

/** A response becomes an error; a request loses its params, and so is answered as invalid; a notification is lost. */
export function saveTooDeep(message: AnyMessage): AnyMessage | undefined {
  if (!("id" in message) || message.id === undefined) return undefined;
  const { id } = message;
  if ("method" in message) return { jsonrpc: "2.0", id, method: message.method };
  const problem = `The response nests deeper than the limit of ${MAX_JSON_DEPTH} levels`;
  return { jsonrpc: "2.0", id, error: { code: -32603, message: problem } };
}
