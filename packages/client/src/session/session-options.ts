/**
 * What a session is opened with, checked before the agent sees it.
 */

import { isAbsolute } from "node:path";

import type { McpServer } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@tenon/basis";
import type { TimelineEvent } from "@tenon/timeline";
import type { ToolOrToolset } from "@tenon/toolset";

import { AgentError } from "../agent-error.ts";
import type { AgentAbilities } from "../protocol/agent-abilities.ts";

export interface SessionOptions {
  /** Absolute. */
  readonly cwd: string;
  /** Absolute too; only for agents that take them. */
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: readonly McpServer[];
  /**
   * Functions of this program that the model can call, made with `defineTool` of `@tenon/toolset`: together one MCP server with
   * the name of the program. A toolset is a server of its own. Rejected with `not_advertised` if the agent cannot call them.
   */
  readonly tools?: readonly ToolOrToolset[];
  /** `_meta` of the request that opens the session. */
  readonly meta?: JsonObject;
  /**
   * What happens in the session, in order, one at a time: the next waits for the promise. Everything was recorded before.
   * `interruption` was on no wire: a turn was cut off, or the agent never answered its cancellation.
   */
  readonly onEvent?: (event: TimelineEvent) => void | Promise<void>;
}

/** The directories as they go into a request. Throws if the agent would have to refuse them, or to guess [R40, R53]. */
export function checkDirectories(
  { cwd, additionalDirectories = [] }: SessionOptions,
  { abilities, method }: { readonly abilities: AgentAbilities; readonly method: string },
): { cwd: string; additionalDirectories?: string[] } {
  for (const path of [cwd, ...additionalDirectories]) {
    if (isAbsolute(path)) continue;
    throw new AgentError("path_not_absolute", `Session directories must be absolute paths, got "${path}".`, {
      method,
      path,
    });
  }
  if (additionalDirectories.length === 0) return { cwd };
  if (!abilities.additionalDirectories) {
    const capability = "sessionCapabilities.additionalDirectories";
    const message = `The agent does not support additional directories (${capability} is not advertised).`;
    throw new AgentError("not_advertised", message, { method, capability });
  }
  return { cwd, additionalDirectories: [...additionalDirectories] };
}

/** Throws if the agent cannot call them. */
export function checkTools(
  { tools = [] }: SessionOptions,
  { abilities, method }: { readonly abilities: AgentAbilities; readonly method: string },
): void {
  if (tools.length === 0 || abilities.mcp.has("acp")) return;
  const capability = "mcpCapabilities.acp";
  const message = `The agent cannot call functions of this program (${capability} is not set). Start it through \`tenon wrap\`, which adds this to every agent.`;
  throw new AgentError("not_advertised", message, { method, capability });
}
