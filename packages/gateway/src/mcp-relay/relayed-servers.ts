/**
 * The servers that clients provide: by the ids that agents know, by those that each client knows, and by session.
 */

import { isObject, type JsonObject, nonEmptyStringOf } from "@tenon/basis";

import type { Upstream } from "../upstream/upstream.ts";
import type { ClientLink } from "../wire/client-link.ts";
import type { ProvidedServer } from "./provided-server.ts";

export interface Relayed {
  readonly server: ProvidedServer;
  /** The one that it was given to. */
  readonly agent: Upstream;
  session: RelaySession | undefined;
}

export interface RelaySession {
  readonly id: string;
  readonly agentSessionId: string;
}

export interface RelayedServers {
  add(relayed: Relayed): void;
  byId(id: string): Relayed | undefined;
  /** A client may use one id in several sessions. */
  ofClient(link: ClientLink, serverId: unknown): Iterable<Relayed>;
  ofSession(sessionId: string): readonly Relayed[];
  rebind(relayed: Relayed, link: ClientLink, entry: JsonObject): void;
  end(relayed: Relayed, reason: string): void;
}

export function createRelayedServers(): RelayedServers {
  const servers = new Map<string, Relayed>();
  const declared = new Map<ClientLink, Map<unknown, Set<Relayed>>>();
  return {
    add(relayed) {
      servers.set(relayed.server.id, relayed);
      note(relayed);
    },
    byId: (id) => servers.get(id),
    ofClient: (link, serverId) => declared.get(link)?.get(serverId) ?? [],
    ofSession: (sessionId) => [...servers.values()].filter(({ session }) => session?.id === sessionId),
    rebind(relayed, link, entry) {
      forget(relayed);
      relayed.server.bind({ link, serverId: String(entry[idField(entry)]) });
      note(relayed);
    },
    end(relayed, reason) {
      servers.delete(relayed.server.id);
      forget(relayed);
      relayed.server.end(reason);
    },
  };

  function note(relayed: Relayed): void {
    const { link, serverId } = relayed.server.binding;
    const ids = declared.get(link) ?? new Map<unknown, Set<Relayed>>();
    declared.set(link, ids.set(serverId, (ids.get(serverId) ?? new Set()).add(relayed)));
  }

  function forget(relayed: Relayed): void {
    const { link, serverId } = relayed.server.binding;
    const ids = declared.get(link);
    const same = ids?.get(serverId);
    same?.delete(relayed);
    if (same?.size === 0) ids?.delete(serverId);
    if (ids?.size === 0) declared.delete(link);
  }
}

/** An entry of `mcpServers` that the client provides itself. */
export function isAcpServer(entry: unknown): entry is JsonObject {
  return isObject(entry) && entry["type"] === "acp" && nonEmptyStringOf(entry[idField(entry)]) !== undefined;
}

/** In the older form it is `id`. */
export function idField(entry: JsonObject): "serverId" | "id" {
  return entry["serverId"] === undefined ? "id" : "serverId";
}
