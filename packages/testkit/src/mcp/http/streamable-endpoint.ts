/**
 * Streamable HTTP, in both shapes: with sessions for MCP 2025-11-25, and one POST at a time for 2026-07-28.
 */

import type { Channel } from "../core/channel.ts";
import { isModern, readMessage } from "../core/connection.ts";
import { ERROR, type Inbound } from "../core/json-rpc.ts";
import { misbehave } from "../core/misbehave.ts";
import { hasEnvelope } from "../core/request-meta.ts";
import { openModernService, type ModernService } from "../core/revision-2026-07-28.ts";
import { speaks, type World } from "../core/world.ts";
import type { Endpoint } from "./endpoint.ts";
import { answerStatus, refuseWith, type Exchange } from "./exchange.ts";
import { openLegacySessions } from "./legacy-sessions.ts";
import { headerMismatch } from "./mirrored-headers.ts";
import { createReply } from "./reply.ts";

export const STREAMABLE_PATH = "/mcp";

export function openStreamableEndpoint(world: World): Endpoint {
  const legacy = openLegacySessions(world);
  const listening = new Map<Channel, ModernService>();

  return {
    handle(exchange) {
      const { httpMethod, path } = exchange;
      if (!`${path}/`.startsWith(`${STREAMABLE_PATH}/`)) answerStatus(exchange, 404);
      else if (hasForeignOrigin(exchange)) answerStatus(exchange, 403);
      else if (httpMethod === "POST") post(exchange);
      else if (!speaks(world, "2025-11-25")) answerStatus(exchange, 405);
      else if (httpMethod === "GET") legacy.get(exchange);
      else if (httpMethod === "DELETE") legacy.delete(exchange);
      else answerStatus(exchange, 405);
    },
    expireSessions: () => legacy.expire(),
    closeStreams(how) {
      legacy.closeStreams(how);
      for (const [channel, service] of listening) {
        if (how === "end") service.endSubscriptions();
        else channel.close("cut");
      }
      listening.clear();
    },
  };

  function post(exchange: Exchange): void {
    const message = readMessage(world, exchange.body);
    if (!message) refuseWith(exchange, 400, { code: ERROR.parse, message: "This is not a JSON-RPC message" });
    else if (isForModern(world, exchange, message)) postModern(exchange, message);
    else legacy.post(exchange, message);
  }

  function postModern(exchange: Exchange, message: Inbound): void {
    if (message.type !== "request") {
      answerStatus(exchange, message.type === "notification" ? 202 : 400);
      return;
    }
    const { id, method, params } = message;
    const tool = method === "tools/call" ? world.catalogue.findTool(params["name"]) : undefined;
    const mismatch = headerMismatch(message, exchange.headers, tool);
    // Without an envelope there is nothing to compare, and the client needs to learn which versions are spoken.
    if (mismatch && (hasEnvelope(message) || method !== "initialize")) {
      refuseWith(exchange, 400, { code: ERROR.headerMismatch, message: mismatch }, id);
      return;
    }
    const channel = createReply(exchange);
    const service = openModernService(world);
    if (method === "subscriptions/listen") {
      listening.set(channel, service);
      channel.gone?.addEventListener("abort", () => listening.delete(channel), { once: true });
    }
    misbehave(world, message, channel, service.receive);
  }
}

function isForModern(world: World, exchange: Exchange, message: Inbound): boolean {
  const claimsIt = exchange.headers["mcp-protocol-version"] === "2026-07-28" && speaks(world, "2026-07-28");
  return claimsIt || isModern(world, message);
}

/** A page of another site, by way of a name that resolves to this machine. */
function hasForeignOrigin({ headers }: Exchange): boolean {
  const { origin } = headers;
  return origin !== undefined && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
}
