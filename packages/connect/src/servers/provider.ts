/**
 * The servers of this machine as the gateway's side reaches them: MCP over ACP, one request of 2026-07-28 at a time, or in
 * the older form over connections.
 *
 * A tool call goes on when the line is lost. Asked for again on the next line it is answered by the call that runs or ran,
 * and never made twice.
 */

import { type Clock, type JsonObject, monotonicClock, objectOf, stringOf } from "@tenon/basis";
import type { Frame } from "@tenon/proxy";

import { isRequest } from "../far/message.ts";
import { createAdmission, LIMITS, type ProviderLimits } from "./limits.ts";
import { createOlderConnections, type OlderConnectionsOptions } from "./older-connections.ts";
import type { ProvidedServer } from "./provided-server.ts";
import { createRememberedCalls } from "./remembered-calls.ts";
import { createRequests, type DeclaredServer } from "./requests.ts";

export interface Provider {
  /** For `mcpServers`: under a new id each time. The ids before are not valid any more. */
  declare(server: ProvidedServer): JsonObject;
  withdraw(server: ProvidedServer): void;
  /** Whether a message of the gateway is for a server, or about a request to one. Then it is answered. */
  take(frame: Frame): boolean;
  /** The line is lost. */
  lost(): void;
  close(): void;
}

export interface ProviderOptions extends Omit<OlderConnectionsOptions, "admission"> {
  readonly clock?: Clock;
  readonly limits?: Partial<ProviderLimits>;
}

const METHODS: ReadonlySet<unknown> = new Set(["mcp/message", "mcp/connect", "mcp/disconnect"]);

export function createProvider(options: ProviderOptions): Provider {
  const { toAgent, newId, clock = monotonicClock } = options;
  const admission = createAdmission({ ...LIMITS, ...options.limits }, clock);
  const requests = createRequests({ toAgent, admission });
  const older = createOlderConnections({ ...options, admission });
  const known = new Map<ProvidedServer, DeclaredServer>();
  const byId = new Map<string, DeclaredServer>();

  return {
    declare(server) {
      const before = known.get(server);
      if (before) byId.delete(before.serverId);
      const serverId = `${server.name}:${newId()}`;
      const entry = before ?? { server, serverId, calls: createRememberedCalls(clock), active: new Map() };
      Object.assign(entry, { serverId });
      known.set(server, entry);
      byId.set(serverId, entry);
      return { type: "acp", name: server.name, serverId };
    },
    withdraw(server) {
      const entry = known.get(server);
      known.delete(server);
      if (!entry) return;
      byId.delete(entry.serverId);
      end(entry);
    },
    take({ message, text }) {
      const { method, params } = objectOf(message);
      const given = objectOf(params);
      if (method === "$/cancel_request") return requests.cancel(given["requestId"]);
      if (!METHODS.has(method)) return false;
      const serverId = stringOf(given["serverId"]) ?? "";
      if (method !== "mcp/message" || typeof given["connectionId"] === "string")
        return older.take(objectOf(message), text.length, (id) => byId.get(id)?.server);
      if (isRequest(message)) requests.take(message.id, byId.get(serverId), given, text.length);
      return true;
    },
    lost() {
      older.close();
      requests.lost(known.values());
    },
    close() {
      older.close();
      for (const entry of known.values()) end(entry);
    },
  };
}

function end({ active }: DeclaredServer): void {
  for (const { cancel } of active.values()) cancel.abort();
}
