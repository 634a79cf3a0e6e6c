import type { AgentPreset } from "./preset.ts";

/** Why an agent that we know will not start a server that it is given; undefined if it will, or that is not known. */
export function droppedServer(preset: AgentPreset | undefined, server: object): string | undefined {
  if (!preset?.dropsServers) return undefined;
  const { transport, seenIn } = preset.dropsServers;
  if (transport === "stdio" && !("command" in server)) return undefined;
  const which = transport === "stdio" ? "stdio MCP servers" : "MCP servers";
  return `${preset.title} ignores ${which} passed by a client (seen in ${seenIn}). Add the server to the agent's own configuration.`;
}
