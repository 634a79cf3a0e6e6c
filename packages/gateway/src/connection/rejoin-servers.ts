/**
 * A client that joins an open session, and the MCP servers that it provides: it may have lost its connection.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { itemsOf, type JsonObject } from "@tenon/basis";

import type { LiveSession } from "../sessions/live-session.ts";
import { paramsOf } from "../wire/message.ts";
import type { Client } from "./core.ts";

export function rejoinServers({ core, link }: Client, session: LiveSession, request: AnyRequest): void {
  const { relay, live } = core;
  const { taken, unknown } = relay.rejoin(session.id, link, itemsOf(paramsOf(request)["mcpServers"]));
  if (taken.length > 0) leftOut(taken, "Another client that is connected provides a server of this name.");
  if (unknown.length === 0) return;
  const agent = live.agentOf(session.id);
  if (agent?.isOwn || agent?.hasTools) return unknown.forEach(attach);
  leftOut(unknown.map(nameOf), "The session was opened without it, and its agent cannot be given a server later.");

  function attach(server: JsonObject): void {
    if (!agent) return;
    const params = { sessionId: session.agentSessionId, server };
    const asked = { jsonrpc: "2.0", id: 0, method: "_tenon/servers/attach", params } as const;
    const declared = relay.declare(agent.upstream, link, asked);
    declared.bind(session);
    agent.upstream.request(declared.request, (response) => {
      if (!("error" in response)) return;
      declared.release();
      leftOut([nameOf(server)], response.error.message);
    });
  }

  function leftOut(names: readonly string[], description: string): void {
    session.showNotice({ severity: "warning", title: `${names.join(", ")}: not connected`, description });
  }
}

function nameOf(server: JsonObject): string {
  return String(server["name"]);
}
