/**
 * The servers that a session is opened with: those that the client names, or those that the session has had.
 *
 * Our own agent admits them by the policy itself. Another one would start whatever it is told, so for it they are admitted
 * here, by the same rules, and none is left out in silence.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import type { Journal } from "@tenon/journal";
import { admitServer, defaultRules } from "@tenon/policy";

import { keepsServers, keptServers } from "../sessions/kept-servers.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Fields, fieldsOf, isFields, paramsOf, textOf, withParams } from "../wire/message.ts";

export interface PreparedRequest {
  /** With the servers that the agent gets. */
  readonly request: AnyRequest;
  /** To be called when the session is open: says which servers it does not have. */
  tell(session: LiveSession): void;
}

export interface PrepareOptions {
  readonly journal: Journal;
  /** The session that is opened again, or forked. */
  readonly sessionId?: string | undefined;
  readonly isOwnAgent: boolean;
}

export async function prepareServers(request: AnyRequest, options: PrepareOptions): Promise<PreparedRequest> {
  const { journal, sessionId, isOwnAgent } = options;
  const params = paramsOf(request);
  const isKept = sessionId !== undefined && keepsServers(params);
  const given: readonly unknown[] = Array.isArray(params["mcpServers"]) ? params["mcpServers"] : [];
  const { servers, left } = isKept ? await keptServers(journal, sessionId, given) : { servers: given, left: [] };
  const refused = isOwnAgent ? new Map<unknown, string>() : await refusedOf(servers);
  const admitted = servers.filter((server) => !refused.has(server));
  return {
    request: isKept || refused.size > 0 ? withParams(request, { mcpServers: admitted }) : request,
    tell(session) {
      for (const [server, reason] of refused) {
        session.note({ type: "receipt", server: textOf(fieldsOf(server)["name"]) ?? "", state: "refused", reason });
      }
      if (left.length === 0) return;
      session.say({
        severity: "warning",
        title: `${left.join(", ")}: not connected`,
        description:
          "What is secret of a server is not recorded, so it cannot be opened again from here. " +
          "Continue the session where the server was added, or attach it again.",
      });
    },
  };
}

/** Why each may not be used. */
async function refusedOf(servers: readonly unknown[]): Promise<ReadonlyMap<unknown, string>> {
  const decisions = await Promise.all(
    servers.map(async (server) => {
      const declaration = declarationOf(server);
      if (!declaration) return undefined;
      const { effect, reason } = await admitServer(declaration, { source: "client", policy: [defaultRules] });
      return effect === "allow" ? undefined : reason;
    }),
  );
  return new Map(
    servers.flatMap((server, index) => {
      const reason = decisions[index];
      return reason === undefined ? [] : [[server, reason]];
    }),
  );
}

/** Undefined for what starts and reaches nothing here, and for what the agent is left to refuse. */
function declarationOf(server: unknown) {
  const { name, command, args, url, env } = fieldsOf(server);
  const [text, program, address] = [name, command, url].map(textOf);
  if (text === undefined || (program === undefined && address === undefined)) return undefined;
  const words: readonly unknown[] = Array.isArray(args) ? args : [];
  return {
    name: text,
    command: program,
    args: words.map(String),
    url: address,
    env: Object.fromEntries(pairsOf(env)),
  };
}

function pairsOf(env: unknown): readonly (readonly [string, string])[] {
  const pairs: readonly unknown[] = Array.isArray(env) ? env : [];
  return pairs.filter(isFields).map(({ name, value }: Fields) => [String(name), String(value)]);
}
