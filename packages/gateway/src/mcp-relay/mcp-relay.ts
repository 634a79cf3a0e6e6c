/**
 * MCP over ACP between agents and clients: each server is reached at the client that declared it.
 *
 * Agents get ids of ours, so those of two clients do not collide, and no agent reaches a server that it was not given.
 */

import type { AnyNotification, AnyRequest } from "@agentclientprotocol/sdk";
import { type Clock, itemsOf, type JsonObject, stringOf } from "@tenon/basis";

import type { Upstream } from "../upstream/upstream.ts";
import type { ClientLink } from "../wire/client-link.ts";
import { type Cancellable, notification, paramsOf, withParams } from "../wire/message.ts";
import { createOlderConnections, type OlderConnections } from "./older-connections.ts";
import { createProvidedServer } from "./provided-server.ts";
import { isSame } from "./relayed-request.ts";
import { createRelayedServers, idField, isAcpServer, type Relayed, type RelaySession } from "./relayed-servers.ts";

export interface McpRelay extends Pick<OlderConnections, "request"> {
  /** The servers of a request that opens a session, or adds one: the agent gets `request`, with our ids. */
  declare(agent: Upstream, link: ClientLink, request: AnyRequest): DeclaredServers;
  /** A request of an agent; undefined if it is about no server of its own. */
  ask(agent: Upstream, request: AnyRequest): Cancellable | undefined;
  /** A notification of an agent, which only the older form has. False if it is about no connection of its own. */
  notify(agent: Upstream, message: AnyNotification): boolean;
  /** A notification of a client; returns the agent that it went to, if to any. */
  receive(link: ClientLink, message: AnyNotification): Upstream | undefined;
  /** A client joins an open session and declares its servers there: those that the session has go on with this client. */
  rejoin(sessionId: string, link: ClientLink, servers: readonly unknown[]): Rejoined;
  /** Whether another client, which is connected, provides a server of this name to the session. */
  isTaken(sessionId: string, link: ClientLink, name: string): boolean;
  /** The client has left the session, and stays connected. */
  leave(sessionId: string, link: ClientLink): void;
  /** Removes one server of a session. */
  remove(sessionId: string, name: string): void;
  endSession(sessionId: string): void;
}

export interface DeclaredServers {
  readonly request: AnyRequest;
  /** They belong to this session. */
  bind(session: RelaySession): void;
  /** The session was not opened. */
  release(): void;
}

export interface Rejoined {
  /** The session has servers of these names, of another client that is connected. */
  readonly taken: readonly string[];
  /** Entries that the session does not have. */
  readonly unknown: readonly JsonObject[];
}

export interface McpRelayOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly waitMs: number;
}

const AVAILABLE = "_tenon/servers/available";

export function createMcpRelay({ clock, newId, waitMs }: McpRelayOptions): McpRelay {
  const servers = createRelayedServers();
  const older = createOlderConnections(newId);
  return {
    declare(agent, link, request) {
      const added: Relayed[] = [];
      const replaced = (entry: unknown) => (isAcpServer(entry) ? replace(entry) : entry);
      const { mcpServers, server } = paramsOf(request);
      const changed = {
        ...(Array.isArray(mcpServers) && { mcpServers: itemsOf(mcpServers).map(replaced) }),
        ...(server !== undefined && { server: replaced(server) }),
      };
      return {
        request: added.length > 0 ? withParams(request, changed) : request,
        bind(session) {
          for (const each of added) each.session = session;
        },
        release() {
          for (const each of added) servers.end(each, "The session was not opened");
        },
      };

      function replace(entry: JsonObject): JsonObject {
        const relayed = add(agent, link, entry);
        added.push(relayed);
        return { ...entry, [idField(entry)]: relayed.server.id };
      }
    },
    ask(agent, request) {
      const { serverId, acpId, connectionId } = paramsOf(request);
      if (connectionId !== undefined) return older.ask(agent, request);
      const relayed = servers.byId(stringOf(serverId ?? acpId) ?? "");
      if (!relayed || relayed.agent !== agent) return undefined;
      const { server } = relayed;
      return server.ask(request, (response) => {
        const isConnect = request.method === "mcp/connect";
        agent.respond(isConnect ? older.opened(agent, server.binding.link, response) : response);
      });
    },
    notify: older.notify,
    receive(link, message) {
      const { serverId, connectionId } = paramsOf(message);
      if (connectionId !== undefined) return older.receive(link, message);
      for (const { server, agent } of servers.ofClient(link, serverId)) {
        const translated = server.translate(message);
        if (!translated) continue;
        agent.notify(translated);
        return agent;
      }
      return undefined;
    },
    request: older.request,
    rejoin(sessionId, link, entries) {
      const known = servers.ofSession(sessionId);
      const taken: string[] = [];
      const unknown: JsonObject[] = [];
      for (const entry of entries) {
        if (!isAcpServer(entry)) continue;
        const relayed = known.find(({ server }) => server.name === entry["name"]);
        if (!relayed) unknown.push(entry);
        else if (isOfAnother(relayed, link)) taken.push(relayed.server.name);
        else servers.rebind(relayed, link, entry);
      }
      return { taken, unknown };
    },
    isTaken: (sessionId, link, name) =>
      servers.ofSession(sessionId).some((relayed) => relayed.server.name === name && isOfAnother(relayed, link)),
    leave(sessionId, link) {
      for (const { server } of servers.ofSession(sessionId)) if (server.binding.link === link) server.leave();
    },
    remove(sessionId, name) {
      for (const relayed of servers.ofSession(sessionId))
        if (relayed.server.name === name) servers.end(relayed, `${name} was removed`);
    },
    endSession(sessionId) {
      for (const relayed of servers.ofSession(sessionId)) servers.end(relayed, "The session has ended");
    },
  };

  function add(agent: Upstream, link: ClientLink, entry: JsonObject): Relayed {
    const name = stringOf(entry["name"]) ?? "";
    const id = `${name}:${newId()}`;
    const server = createProvidedServer({
      id,
      name,
      binding: { link, serverId: String(entry[idField(entry)]) },
      clock,
      waitMs,
      onAvailable(isAvailable, reason) {
        const { session } = relayed;
        if (!session) return;
        const about = { sessionId: session.agentSessionId, serverId: id, server: name };
        agent.notify(notification(AVAILABLE, { ...about, isAvailable, ...(!isAvailable && { reason }) }));
      },
    });
    const relayed: Relayed = { server, agent, session: undefined };
    servers.add(relayed);
    return relayed;
  }
}

function isOfAnother({ server }: Relayed, link: ClientLink): boolean {
  return server.isConnected && !isSame(server.binding.link, link);
}
