import type { AgentPreset } from "./preset.ts";

/** Why an agent that we know will not start a server that it is given; undefined if it will, or that is not known. */
export function droppedServer(preset: AgentPreset | undefined, server: object): string | undefined {
  if (!preset?.dropsServers) return undefined;
  const { transport, seenIn } = preset.dropsServers;
  if (transport === "stdio" && !("command" in server)) return undefined;
  const which = transport === "stdio" ? "stdio MCP servers" : "MCP servers";
  return `${preset.title} does not start the ${which} that a client sends (seen in ${seenIn}). Add it to the agent's own configuration.`;
}
