/**
 * What `/tools` says, as Markdown.
 */

import type { Hub, HubTool } from "@tenon/hub";
import { isStarting } from "@tenon/hub/display";

import type { SessionServers } from "../mcp/session-servers.ts";
import type { OwnTools } from "../tools/own-tools.ts";
import type { NamedTools } from "./find-tool.ts";

export interface SessionTools {
  readonly servers: SessionServers;
  /** The agent's own. */
  readonly own: Omit<OwnTools, "close">;
}

// A longer list is not read; its servers are shown instead.
const MAX_LISTED = 60;
const MAX_DESCRIPTION_LENGTH = 160;

/** All tools, or those of one server. */
export function listedTools(server: string, tools: SessionTools): string {
  const { hub } = tools.servers;
  const { lastOffer } = hub;
  const known = hub.catalogue.tools.filter((tool) => server === "" || tool.server === server);
  const starting = startingServers(server, hub);
  if (known.length === 0 && server !== "") return starting[0] ?? `\`${server}\` has no tools.`;
  const isLong = known.length > MAX_LISTED && server === "";
  const groups = [...Map.groupBy(known, (tool) => tool.server)].map(([name, group]) => {
    const offered = group.filter((tool) => verdictOf(tool, tools)?.isOffered).length;
    const head = `**${name}**: ${group.length} tools${lastOffer ? `, ${offered} in the last request` : ""}`;
    return isLong ? head : [head, ...group.map((tool) => toolLine(tool, tools))].join("\n");
  });
  return [
    ...groups,
    ...(known.length === 0 && starting.length === 0 ? ["No MCP tools."] : []),
    ...starting,
    ...(server === "" ? [ownTools(tools)] : []),
    ...(lastOffer
      ? [
          `Tools took ${lastOffer.tokens.offered} tokens of the last request; all of them would take ${lastOffer.tokens.everything}.`,
        ]
      : []),
    ...(isLong ? ["`/tools list <server>` lists the tools of one server."] : []),
  ].join("\n\n");
}

export function foundTools(words: string, hub: Hub): string {
  if (words === "") throw new Error("Usage: `/tools search <words>`, for example `/tools search list pull requests`");
  const found = hub.search(words);
  if (found.length === 0) return "No tool found.";
  return found.map(({ tool }) => `- \`${tool.server}/${tool.tool}\`: ${firstLine(tool.description)}`).join("\n");
}

/** Why a tool was in the last request, or was not. */
export function reasonsOf(found: Exclude<NamedTools, { readonly type: "none" }>, tools: SessionTools): string {
  if (found.type === "own") {
    const why = tools.own.find(found.name) ? "is in every request" : "was switched off in this session";
    return `- \`${found.name}\` (built in) ${why}.`;
  }
  const { hub } = tools.servers;
  const { lastOffer } = hub;
  if (!lastOffer) return "No request has been sent to the model yet.";
  return hub.catalogue.tools
    .filter((tool) => (found.type === "server" ? tool.server === found.server : tool.name === found.tool.name))
    .map(
      (tool) =>
        `- \`${tool.server}/${tool.tool}\`: ${verdictOf(tool, tools)?.reason ?? "Added after the last request."}`,
    )
    .join("\n");
}

/** Their tools are not known yet. */
function startingServers(server: string, hub: Hub): readonly string[] {
  const names = hub.servers.flatMap(({ spec: { name }, receipt }) =>
    isStarting(receipt.state) && (server === "" || server === name) ? [`\`${name}\``] : [],
  );
  return names.length === 0 ? [] : [`Still starting: ${names.join(", ")}.`];
}

function ownTools({ own }: SessionTools): string {
  const names = own.names.map((name) => `\`${name}\`${own.find(name) ? "" : " (off)"}`);
  return `**Built-in tools**, in every request: ${names.join(", ")}`;
}

function toolLine(tool: HubTool, tools: SessionTools): string {
  const verdict = verdictOf(tool, tools);
  const state = verdict?.isOffered ? "offered, " : verdict?.code === "off" ? "off, " : "";
  const tokens = verdict ? ` (${state}${verdict.tokens} tokens)` : "";
  return `- \`${tool.tool}\`${tokens}${tool.title === tool.tool ? "" : `: ${tool.title}`}`;
}

function verdictOf({ name }: HubTool, { servers }: SessionTools) {
  return servers.hub.lastOffer?.verdicts.find(({ tool }) => tool.name === name);
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length > MAX_DESCRIPTION_LENGTH ? `${line.slice(0, MAX_DESCRIPTION_LENGTH)}…` : line;
}
