/**
 * What is left of a server's message that nests too deep: everything that walks it, `JSON.stringify` too, would overflow
 * the stack [C3].
 *
 * A tool's result loses only the parts that are too deep, and says so in their place. Any other answer becomes an error,
 * and a request is refused.
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isNestedDeeperThan, MAX_JSON_DEPTH } from "@tenon/policy";
import { itemsOf, type JsonObject, RPC_ERROR } from "@tenon/basis";

// Room for what a result is wrapped in on its way to the client and into the journal.
const MAX_DEPTH = MAX_JSON_DEPTH - 50;

export const TOO_DEEP = `it nests more than ${MAX_DEPTH} levels deep`;

export function isTooDeep(value: unknown): boolean {
  return isNestedDeeperThan(value, MAX_DEPTH);
}

/** Why a tool of a list is left out, if it is. */
export function depthProblem(tool: unknown): string | undefined {
  return isTooDeep(tool) ? TOO_DEEP : undefined;
}

/** The answer in place of one that is too deep. `method` is what it answers. */
export function boundedAnswer(message: JSONRPCMessage, method: string | undefined): JSONRPCMessage {
  if (!("id" in message) || message.id === undefined) return message;
  const { id } = message;
  if ("result" in message) {
    // Each tool of a list is looked at by itself.
    if (method === "tools/list") return message;
    if (method === "tools/call") return { jsonrpc: "2.0", id, result: boundedResult({ ...message.result }) };
  }
  return { jsonrpc: "2.0", id, error: { code: RPC_ERROR.internal, message: `The answer cannot be used: ${TOO_DEEP}` } };
}

/** The answer to a request of the server that is too deep. */
export function refusedRequest(id: string | number): JSONRPCMessage {
  return {
    jsonrpc: "2.0",
    id,
    error: { code: RPC_ERROR.invalidRequest, message: `The request cannot be read: ${TOO_DEEP}` },
  };
}

function boundedResult(result: JsonObject): JsonObject {
  const blocks = itemsOf(result["content"]);
  const content = blocks.map((block) => (isTooDeep(block) ? leftOut("This block") : block));
  const kept = Object.entries(result).filter(([name, value]) => name !== "content" && !isTooDeep(value));
  const isStructuredKept = !isTooDeep(result["structuredContent"]);
  return {
    ...Object.fromEntries(kept),
    content: isStructuredKept ? content : [...content, leftOut("The structured content")],
  };
}

function leftOut(what: string): JsonObject {
  return { type: "text", text: `(${what} was left out: ${TOO_DEEP}.)` };
}
