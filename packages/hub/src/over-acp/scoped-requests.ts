/**
 * The newer form of MCP over ACP: each request of MCP 2026-07-28 travels inside an ACP request and names its server; its
 * notifications come back under its `requestId`.
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject, type JsonObject, numberOf, objectOf, RPC_ERROR, stringOf } from "@tenon/basis";

import { type AcpAnswer, type AcpPeer, createOpenRequests, type RpcError } from "./acp-peer.ts";
import type { Request, Route } from "./acp-channels.ts";

export interface ScopedRequests {
  open(serverId: string): Route;
  /** False if no request of this id is under way. */
  receive(params: JsonObject): boolean;
}

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";
const VERSION = "2026-07-28";

interface UnderWay {
  readonly serverId: string;
  notify(method: string, params: JsonObject | undefined): void;
}

export function createScopedRequests(peer: AcpPeer, newId: () => string): ScopedRequests {
  const underWay = new Map<string, UnderWay>();
  return {
    open: (serverId) => openRoute(serverId),
    receive({ serverId, requestId, method, params }) {
      const request = underWay.get(stringOf(requestId) ?? "");
      if (!request || request.serverId !== serverId || typeof method !== "string") return false;
      request.notify(method, isObject(params) ? params : undefined);
      return true;
    },
  };

  function openRoute(serverId: string): Route {
    const requests = createOpenRequests();
    return {
      async ask(message, onMessage) {
        // Never one that was used before: a client may remember what it has run by it.
        const requestId = `mcp:${newId()}`;
        underWay.set(requestId, {
          serverId,
          notify: (method, params) => onMessage(notification({ message, requestId, method, params })),
        });
        const params = { serverId, requestId, method: message.method, params: withMeta(message.params) };
        const answer = await requests.run(message.id, (signal) => peer.ask("mcp/message", params, { signal }));
        underWay.delete(requestId);
        return settle(message, answer, onMessage);
      },
      send(message) {
        if ("method" in message && message.method === "notifications/cancelled") requests.cancel(message.params);
      },
      close: requests.cancelAll,
    };
  }
}

/** What the revision wants in each request; the SDK's client adds most of it. */
function withMeta(given: unknown): JsonObject {
  const params = objectOf(given);
  return { ...params, _meta: { [VERSION_KEY]: VERSION, [CAPABILITIES_KEY]: {}, ...objectOf(params["_meta"]) } };
}

/** The server knows the request by its `requestId`, the SDK's client by its own id. */
function notification(given: {
  readonly message: Request;
  readonly requestId: string;
  readonly method: string;
  readonly params: JsonObject | undefined;
}): JSONRPCMessage {
  const { message, requestId, method, params } = given;
  if (!params) return { jsonrpc: "2.0", method };
  const meta = objectOf(params["_meta"]);
  const isSubscription = meta[SUBSCRIPTION_KEY] === requestId;
  return {
    jsonrpc: "2.0",
    method,
    params: {
      ...params,
      ...(isSubscription && { _meta: { ...meta, [SUBSCRIPTION_KEY]: message.id } }),
      ...(params["requestId"] === requestId && { requestId: message.id }),
    },
  };
}

function settle(
  { id }: Request,
  answer: AcpAnswer,
  onMessage: (message: JSONRPCMessage) => void,
): RpcError | undefined {
  if ("error" in answer) return answer.error;
  const carrier = objectOf(answer.result);
  if ("result" in carrier) {
    onMessage({ jsonrpc: "2.0", id, result: { ...objectOf(carrier["result"]) } });
    return undefined;
  }
  const { code, message, data } = objectOf(carrier["error"]);
  const rpcCode = numberOf(code);
  if (rpcCode === undefined) {
    return {
      code: RPC_ERROR.serverFailed,
      message: "The client answered mcp/message with neither a result nor an error",
    };
  }
  const error = { code: rpcCode, message: stringOf(message) ?? "", ...(data !== undefined && { data }) };
  onMessage({ jsonrpc: "2.0", id, error });
  return undefined;
}
