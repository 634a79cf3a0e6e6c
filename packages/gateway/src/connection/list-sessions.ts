import { type JsonObject, stringOf } from "@tenon/basis";

import type { Core } from "./core.ts";
import { tenonMeta } from "../wire/message.ts";
import { type ClientLink, knowsTenon } from "../wire/client-link.ts";

/** The sessions of all agents, in the protocol's shape; clients that know this program also hear whose they are. */
export async function listSessions({ sessions }: Core, link: ClientLink, params: JsonObject): Promise<JsonObject> {
  const [cwd, cursor, agent] = [params["cwd"], params["cursor"], tenonMeta(params)["agent"]].map(stringOf);
  const page = await sessions.list({
    ...(cwd !== undefined && { cwd }),
    ...(cursor !== undefined && { cursor }),
    ...(agent !== undefined && { agent }),
  });
  return {
    sessions: page.sessions.map(({ id, cwd, additionalDirectories = [], title, updatedAt, agent, isLive, state }) => ({
      sessionId: id,
      cwd,
      ...(additionalDirectories.length > 0 && { additionalDirectories }),
      ...(title !== undefined && { title }),
      updatedAt: new Date(updatedAt).toISOString(),
      ...(knowsTenon(link) && { _meta: { tenon: { agent, isLive, state } } }),
    })),
    ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
  };
}
