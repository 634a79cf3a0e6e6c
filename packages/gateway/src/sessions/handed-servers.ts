/**
 * The servers that another agent was handed. It does not report how they fare; that one was called is seen in its tool calls,
 * where they name the server.
 */

import type { AnyNotification } from "@agentclientprotocol/sdk";
import { objectOf, stringOf } from "@tenon/basis";
import { readToolName } from "@tenon/client";
import type { TimelineEvent } from "@tenon/timeline";

import { paramsOf } from "../wire/message.ts";

export interface HandedServers {
  /** `agent` is its name for people. */
  hand(servers: readonly string[], agent: string): void;
  see(message: AnyNotification): void;
}

export function createHandedServers(note: (event: TimelineEvent) => void): HandedServers {
  /** By the name that a tool's name has of it. */
  const waiting = new Map<string, string>();
  return {
    hand(servers, agent) {
      const reason = `Handed to ${agent}; it does not report back.`;
      for (const server of servers) {
        waiting.set(spelled(server), server);
        note({ type: "receipt", server, state: "handed over", reason });
      }
    },
    see(message) {
      if (waiting.size === 0 || message.method !== "session/update") return;
      const { sessionUpdate, name, title } = objectOf(paramsOf(message)["update"]);
      if (sessionUpdate !== "tool_call" && sessionUpdate !== "tool_call_update") return;
      const tool = readToolName({ name: stringOf(name) ?? null, title: stringOf(title) ?? null });
      const key = spelled(tool?.subject.server ?? "");
      const server = waiting.get(key);
      if (server === undefined) return;
      waiting.delete(key);
      note({ type: "receipt", server, state: "called" });
    },
  };
}

/** Names of tools have room for letters, digits, `_` and `-` only. */
function spelled(server: string): string {
  return server.replaceAll(/[^\w-]/g, "_");
}
