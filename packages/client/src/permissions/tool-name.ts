/**
 * The name of the tool that asks. Where an agent sends none, a title that is nothing but `mcp__server__tool` is one: that
 * is how older agents show a server's tool, and rules about it must match [D-01].
 */

import type { ToolCallUpdate } from "@agentclientprotocol/sdk";

export interface ToolName {
  readonly subject: { readonly tool: string; readonly name?: string; readonly server?: string };
  /** It belongs to an MCP server, and not to the agent itself. */
  readonly isOfServer: boolean;
}

const VISIBLE = /^mcp__(.+?)__(.+)$/s;
const WHOLE_TITLE = /^mcp__[A-Za-z0-9_-]+__[A-Za-z0-9_.-]+$/;

export function readToolName({ name, title }: Pick<ToolCallUpdate, "name" | "title">): ToolName | undefined {
  const given = name || (WHOLE_TITLE.test(title ?? "") ? title : undefined);
  if (!given) return undefined;
  const [, server, tool] = VISIBLE.exec(given) ?? [];
  if (server === undefined || tool === undefined) return { subject: { tool: given }, isOfServer: false };
  return { subject: { name: given, server, tool }, isOfServer: true };
}
