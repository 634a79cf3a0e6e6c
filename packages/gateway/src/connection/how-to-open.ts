import { RequestError } from "@agentclientprotocol/sdk";
import { isObject, objectOf } from "@tenon/basis";
import type { SessionRecord } from "@tenon/journal";

import type { HostedAgent } from "../upstream/hosted-agent.ts";

/** By which method an agent opens a session again. The journal tells what was, so it is enough that the agent knows it. */
export function howToOpen(
  agent: HostedAgent,
  { id, agentSessionId }: SessionRecord,
): "session/resume" | "session/load" {
  const { loadSession, sessionCapabilities } = agent.capabilities;
  if (agent.isOwn) return "session/resume";
  if (agentSessionId === undefined)
    throw RequestError.invalidParams({ sessionId: id }, "it is a copy, which its agent does not know");
  if (isObject(objectOf(sessionCapabilities)["resume"])) return "session/resume";
  if (loadSession === true) return "session/load";
  throw RequestError.invalidParams({ sessionId: id, agent: agent.name }, "its agent cannot open a session again");
}
