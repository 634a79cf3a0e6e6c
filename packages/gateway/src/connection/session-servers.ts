/**
 * The servers that a session is opened with: those that the client names, or those that the session has had.
 *
 * Our own agent admits them by the rules itself. Another one would start whatever it is given, so for it they are admitted
 * here, by the same rules, as are those of a client on another machine. None is left out in silence.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { itemsOf, objectOf, stringOf } from "@tenon/basis";
import { refusedServers } from "@tenon/client";
import type { Journal } from "@tenon/journal";
import { sessionPolicy } from "@tenon/policy";

import type { OpenRules } from "../gateway-options.ts";
import { keepsServers, keptServers } from "./kept-servers.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import { paramsOf, withParams } from "../wire/message.ts";
import { rootsOf } from "./session-setup.ts";

export interface PreparedRequest {
  /** With the servers that the agent gets. */
  readonly request: AnyRequest;
  /** To be called when the session is open: says which servers it does not have. */
  report(session: LiveSession): void;
}

export interface PrepareOptions {
  readonly journal: Journal;
  /** The session that is opened again, or forked. */
  readonly sessionId?: string | undefined;
  readonly isOwnAgent: boolean;
  readonly agent: Pick<HostedAgent, "title" | "dropsServer" | "hasTools">;
  /** Where the client is. */
  readonly source: "client" | "remote";
  readonly openRules: OpenRules;
}

export async function prepareServers(request: AnyRequest, options: PrepareOptions): Promise<PreparedRequest> {
  const { journal, sessionId, isOwnAgent, agent } = options;
  const params = paramsOf(request);
  const isKept = sessionId !== undefined && keepsServers(params);
  const given = itemsOf(params["mcpServers"]);
  const { servers, left, imported } = isKept
    ? await keptServers(journal, sessionId, given)
    : { servers: given, left: [], imported: [] };
  const refused = await refusedOf(servers, options, rootsOf(params));
  const admitted = servers.filter((server) => !refused.has(server));
  return {
    request: isKept || refused.size > 0 ? withParams(request, { mcpServers: admitted }) : request,
    report(session) {
      for (const [server, reason] of refused) {
        session.note({ type: "receipt", server: stringOf(objectOf(server)["name"]) ?? "", state: "refused", reason });
      }
      if (!isOwnAgent) reportHanded(session, admitted);
      if (imported.length > 0) {
        session.showNotice({
          severity: "warning",
          title: `${imported.join(", ")}: not started`,
          description:
            "This session was imported, and its file names the programs to start. Attach a server yourself if you trust it.",
        });
      }
      if (left.length === 0) return;
      session.showNotice({
        severity: "warning",
        title: `${left.join(", ")}: not connected`,
        description:
          "Secrets of a server are not recorded, so it cannot be reconnected from here. " +
          "Continue the session where the server was added, or attach it again.",
      });
    },
  };

  /** Of each server it is known that the agent has it, or that it ignores it. Tools of ours report for themselves. */
  function reportHanded(session: LiveSession, handed: readonly unknown[]) {
    const known = handed.map(objectOf).map((server) => ({
      name: stringOf(server["name"]) ?? "",
      // Behind our tools the agent gets one server, in a form that it takes, if it takes any.
      reason: agent.dropsServer?.(agent.hasTools ? {} : server),
    }));
    const names = known.flatMap(({ name, reason }) => (reason === undefined ? [name] : []));
    if (!agent.hasTools) session.handServers(names, agent.title);
    for (const { name, reason } of known) {
      if (reason === undefined) continue;
      session.note({ type: "receipt", server: name, state: "refused", reason });
      if (!agent.hasTools) session.showNotice({ severity: "warning", title: `${name}: not used`, description: reason });
    }
  }
}

/** Why each may not be used. Our own agent asks the rules itself, but does not know who gave it a server. */
export async function refusedOf(
  servers: readonly unknown[],
  { isOwnAgent, source, openRules }: Pick<PrepareOptions, "isOwnAgent" | "source" | "openRules">,
  roots: readonly string[],
): Promise<ReadonlyMap<unknown, string>> {
  if (servers.length === 0 || (isOwnAgent && source === "client")) return new Map();
  const rules = await openRules(roots);
  try {
    return await refusedServers(servers, { policy: sessionPolicy(rules), source });
  } finally {
    await rules.close();
  }
}
