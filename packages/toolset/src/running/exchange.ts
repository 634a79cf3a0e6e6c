/**
 * One request that is being answered, in either revision of MCP: who sent it, and what can be sent back before the answer.
 */

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  PROTOCOL_VERSION_META_KEY,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

import { isObject, objectOf, stringOf } from "@tenon/basis";

import type { RequestInfo } from "../define/context.ts";

export type Era = "legacy" | "modern";

export interface Exchange {
  readonly era: Era;
  readonly context: ServerContext;
  readonly capabilities: ClientCapabilities;
  readonly request: RequestInfo;
}

export function exchangeOf({ server }: McpServer, era: Era, context: ServerContext): Exchange {
  // In the newer revision every request says who sends it.
  const capabilities = objectOf(context.mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
  return {
    era,
    context,
    capabilities: (isCapabilities(capabilities) ? capabilities : server.getClientCapabilities()) ?? {},
    request: requestInfo(server, context),
  };
}

function requestInfo(server: McpServer["server"], { mcpReq, sessionId, http }: ServerContext): RequestInfo {
  const envelope = objectOf(mcpReq.envelope);
  const client = objectOf(envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion());
  const revision = stringOf(envelope[PROTOCOL_VERSION_META_KEY]) ?? server.getNegotiatedProtocolVersion();
  return {
    id: mcpReq.id,
    revision: revision ?? "unknown",
    client: { name: stringOf(client["name"]) ?? "unknown", version: stringOf(client["version"]) ?? "unknown" },
    sessionId,
    meta: { ...mcpReq._meta },
    headers: http?.req?.headers,
  };
}

/** The SDK has checked the envelope. */
function isCapabilities(value: unknown): value is ClientCapabilities {
  return isObject(value);
}
