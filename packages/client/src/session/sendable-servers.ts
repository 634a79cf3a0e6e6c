/**
 * The MCP servers that can be handed to an agent, and those that cannot [R112].
 *
 * None is dropped in silence: the session lists the servers that its agent did not get, and why.
 */

import { isAbsolute } from "node:path";

import type { McpServer } from "@agentclientprotocol/sdk";

import type { AgentAbilities } from "../protocol/agent-abilities.ts";
import { type Environment, findProgram, pathOf } from "../launch/find-program.ts";

export interface RefusedServer {
  readonly server: McpServer;
  readonly reason: string;
}

export interface SessionServers {
  /** As they go over the wire. */
  readonly sent: readonly McpServer[];
  readonly refused: readonly RefusedServer[];
}

interface Where {
  readonly cwd: string;
  /** The agent's. */
  readonly env: Environment;
}

export async function sortServers(
  servers: readonly McpServer[],
  { abilities, ...where }: Where & { readonly abilities: AgentAbilities },
): Promise<SessionServers> {
  const sent: McpServer[] = [];
  const refused: RefusedServer[] = [];
  for (const server of servers) {
    const result = await prepare(server, abilities, where);
    if (typeof result === "string") refused.push({ server, reason: result });
    else sent.push(result);
  }
  return { sent, refused };
}

/** The server to send, or why it is not sent. */
async function prepare(server: McpServer, { mcp }: AgentAbilities, where: Where): Promise<McpServer | string> {
  if ("command" in server) {
    if (isAbsolute(server.command)) return server;
    // The protocol wants it absolute [R111], and people write `npx`.
    const command = await findProgram(server.command, where);
    if (command !== undefined) return { ...server, command };
    return `Command "${server.command}" was not found on the agent's PATH (${pathOf(where.env) || "empty"}). Install it, or give its absolute path.`;
  }
  if (mcp.has(server.type)) return server;
  return `The agent does not support MCP servers over ${server.type} (mcpCapabilities.${server.type} is not set).`;
}
