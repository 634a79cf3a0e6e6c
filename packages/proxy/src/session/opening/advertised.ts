import { isObject, type JsonObject } from "@tenon/basis";

import type { AgentTraits } from "../../agents/agent-traits.ts";

/**
 * The result of `initialize` with the transports that the hub takes, whatever the agent does; undefined if it stays as it
 * is. An agent that takes no servers at all is not advertised as if it did.
 */
export function advertised(result: unknown, { takes }: Pick<AgentTraits, "takes">): JsonObject | undefined {
  if (!isObject(result) || takes.length === 0) return undefined;
  const before = isObject(result["agentCapabilities"]) ? result["agentCapabilities"] : {};
  const mcp = isObject(before["mcpCapabilities"]) ? before["mcpCapabilities"] : {};
  if (mcp["http"] === true && mcp["sse"] === true && mcp["acp"] === true) return undefined;
  const mcpCapabilities = { ...mcp, http: true, sse: true, acp: true };
  return { ...result, agentCapabilities: { ...before, mcpCapabilities } };
}
