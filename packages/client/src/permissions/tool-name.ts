/**
 * The name of the tool that asks. The protocol has a field for it that few agents fill; where each of the others puts it is
 * in `vendor-names.ts`.
 *
 * A name can forbid as soon as it is read. It allows only if it is certain: a title is made of what the model wrote.
 */

import type { ToolCallUpdate } from "@agentclientprotocol/sdk";

import { nameInFields, nameInTitle, type VendorName } from "./vendor-names.ts";

export interface ToolName {
  readonly subject: { readonly tool: string; readonly name?: string; readonly server?: string };
  /** It belongs to an MCP server, and not to the agent itself. */
  readonly isOfServer: boolean;
  /** Read from a title. */
  readonly isGuessed: boolean;
}

/** `servers` are the names of those that the session was opened with. */
export function readToolName(
  toolCall: Pick<ToolCallUpdate, "name" | "title" | "rawInput" | "_meta">,
  servers: readonly string[] = [],
): ToolName | undefined {
  const given = toolCall.name || undefined;
  if (given !== undefined) return nameOf(split(given, servers) ?? { tool: given }, given);
  const inFields = nameInFields(toolCall);
  if (inFields) return nameOf(inFields.server === undefined ? (split(inFields.tool, servers) ?? inFields) : inFields);
  const title = toolCall.title ?? "";
  const inTitle = nameInTitle(title) ?? split(title, servers);
  return inTitle && { ...nameOf(inTitle, VISIBLE.test(title) ? title : undefined), isGuessed: !VISIBLE.test(title) };
}

const VISIBLE = /^mcp__(?<server>[A-Za-z0-9_-]+?)__(?<tool>[A-Za-z0-9_.-]+)$/;

function nameOf({ server, tool }: VendorName, name?: string): ToolName {
  const subject = { tool, ...(server !== undefined && { server, ...(name !== undefined && { name }) }) };
  return { subject, isOfServer: server !== undefined, isGuessed: false };
}

/** `mcp__server__tool`; or, for a server that is known, its name and the tool's with any sign between them. */
function split(text: string, servers: readonly string[]): VendorName | undefined {
  const { server, tool } = VISIBLE.exec(text)?.groups ?? {};
  if (server !== undefined && tool !== undefined) return { server, tool };
  for (const name of servers) {
    for (const spelling of new Set([name, name.replaceAll(/[^A-Za-z0-9_-]/g, "_")])) {
      const [, rest] = text.startsWith(spelling)
        ? (/^(?:_{1,3}|[-:/.])([\w.-]+)$/.exec(text.slice(spelling.length)) ?? [])
        : [];
      if (rest !== undefined) return { server: name, tool: rest };
    }
  }
  return undefined;
}
