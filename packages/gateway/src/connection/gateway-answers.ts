/**
 * What the gateway answers for all agents together.
 */

import type { AnyResponse } from "@agentclientprotocol/sdk";
import { defined, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { AgentView } from "../gateway.ts";
import { listVisible } from "../sessions/visible-sessions.ts";
import { type ClientLink, knowsTenon } from "../wire/client-link.ts";
import { resultOf, tenonMeta, withTenonMeta } from "../wire/message.ts";
import type { Core } from "./core.ts";

/** The agent's answer, and what the gateway adds to it: it lists and deletes the sessions of every agent [R39]. */
export function answerInitialize(response: AnyResponse, agents: readonly AgentView[]): AnyResponse {
  if (!("result" in response)) return response;
  const result = resultOf(response);
  const capabilities = objectOf(result["agentCapabilities"]);
  const sessionCapabilities = { ...objectOf(capabilities["sessionCapabilities"]), list: {}, delete: {} };
  const agentCapabilities = withTenonMeta({ ...capabilities, sessionCapabilities }, { attach: {}, agents });
  return { ...response, result: { ...result, agentCapabilities } };
}

/** The sessions of all agents, in the protocol's shape; clients that know our extensions also get whose they are. */
export async function listSessions({ sessions }: Core, link: ClientLink, params: JsonObject): Promise<JsonObject> {
  const [cwd, cursor, agent] = [params["cwd"], params["cursor"], tenonMeta(params)["agent"]].map(stringOf);
  const page = await listVisible(sessions, link.access, defined({ cwd, cursor, agent }));
  return defined({
    sessions: page.sessions.map(({ id, cwd, additionalDirectories = [], title, updatedAt, agent, isLive, state }) =>
      defined({
        sessionId: id,
        cwd,
        additionalDirectories: additionalDirectories.length > 0 ? additionalDirectories : undefined,
        title,
        updatedAt: new Date(updatedAt).toISOString(),
        _meta: knowsTenon(link) ? { tenon: { agent, isLive, state } } : undefined,
      }),
    ),
    nextCursor: page.nextCursor,
  });
}
