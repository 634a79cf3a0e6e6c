/**
 * `/tools`: what the model is offered and why, and switching tools on and off for this session.
 */

import type { HubTool } from "@tenon/hub";

import { isOnItsWay } from "../mcp/lists/connected.ts";
import type { SessionServers } from "../mcp/session-servers.ts";
import type { OwnTools } from "../tools/own-tools.ts";
import { firstWord } from "./command-line.ts";
import type { Command, CommandRun } from "./command.ts";
import { findTool } from "./find-tool.ts";

// A longer list is not read; its servers are shown instead.
const MOST_LISTED = 60;

export function toolsCommand(servers: SessionServers, own: Omit<OwnTools, "close">): Command {
  const { hub } = servers;

  const actions: Readonly<Record<string, (input: string, run: CommandRun) => Promise<void>>> = {
    list: (input, { say }) => say(listInWords(input)),
    search: (input, { say }) => say(foundInWords(input)),
    on: (input, run) => switchTo("always", input, run),
    off: (input, run) => switchTo("off", input, run),
    why: (input, { say }) => say(reasonsInWords(input)),
  };

  return {
    name: "tools",
    description: "The tools of this session: what the model is offered, and why",
    hint: "list [server] | search <words> | on <tool or server> | off <tool or server> | why <tool>",
    async run(input, run) {
      const [word, rest] = firstWord(input);
      const action = Object.hasOwn(actions, word || "list") ? actions[word || "list"] : undefined;
      if (!action) throw new Error("Say `/tools list`, `search <words>`, `on <tool>`, `off <tool>` or `why <tool>`.");
      await action(rest, run);
    },
  };

  function listInWords(server: string): string {
    const known = hub.catalogue.tools.filter((tool) => server === "" || tool.server === server);
    if (known.length === 0 && server !== "") return onTheWay(server)[0] ?? `\`${server}\` has no tools.`;
    const isLong = known.length > MOST_LISTED && server === "";
    const groups = [...Map.groupBy(known, (tool) => tool.server)].map(([name, tools]) => {
      const offered = tools.filter((tool) => verdictOf(tool)?.isOffered).length;
      const head = `**${name}**: ${tools.length} tools${servers.lastOffer ? `, ${offered} in the last request` : ""}`;
      return isLong ? head : [head, ...tools.map(line)].join("\n");
    });
    const hint = isLong ? ["`/tools list <server>` lists the tools of one."] : [];
    const coming = onTheWay(server);
    const none = known.length === 0 && coming.length === 0 ? ["There are no tools of MCP servers."] : [];
    return [...groups, ...none, ...coming, ...(server === "" ? ownInWords() : []), ...cost(), ...hint].join("\n\n");
  }

  /** Their tools are not known yet. */
  function onTheWay(server: string): readonly string[] {
    const coming = hub.servers.flatMap(({ spec: { name }, receipt }) =>
      isOnItsWay(receipt.state) && (server === "" || server === name) ? [`\`${name}\``] : [],
    );
    if (coming.length === 0) return [];
    return [`Still on ${coming.length === 1 ? "its" : "their"} way: ${coming.join(", ")}.`];
  }

  function ownInWords(): readonly string[] {
    const names = own.names.map((name) => `\`${name}\`${own.find(name) ? "" : " (off)"}`);
    return [`**The agent's own**, in every request: ${names.join(", ")}`];
  }

  function line(tool: HubTool): string {
    const verdict = verdictOf(tool);
    const mark = verdict === undefined ? "" : verdict.isOffered ? "offered, " : verdict.code === "off" ? "off, " : "";
    const tokens = verdict ? `${mark}${verdict.tokens} tokens` : "";
    return `- \`${tool.tool}\`${tokens && ` (${tokens})`}${tool.title === tool.tool ? "" : `: ${tool.title}`}`;
  }

  function cost(): readonly string[] {
    if (!servers.lastOffer) return [];
    const { offered, everything } = servers.lastOffer.tokens;
    return [`The last request carried ${offered} tokens of tools; all of them would be ${everything}.`];
  }

  function foundInWords(words: string): string {
    if (words === "") throw new Error("Say what the tool should do: `/tools search list pull requests`.");
    const found = hub.search(words);
    if (found.length === 0) return "Nothing fits.";
    return found.map(({ tool }) => `- \`${tool.server}/${tool.tool}\`: ${firstLine(tool.description)}`).join("\n");
  }

  async function switchTo(mode: "always" | "off", name: string, { say }: CommandRun): Promise<void> {
    const found = named(name);
    if (found.type === "own") {
      await own.include(found.name, mode);
      return await say(
        `\`${found.name}\`, the agent's own, ${mode === "always" ? IN_EVERY_REQUEST : "is off"} from now on.`,
      );
    }
    const server = found.type === "server" ? found.server : found.tool.server;
    await servers.include({ server, mode, ...(found.type === "tool" && { tool: found.tool.tool }) });
    const what = found.type === "server" ? `All tools of \`${server}\` are` : `\`${server}/${found.tool.tool}\` is`;
    await say(`${what} ${mode === "always" ? "in every request" : "off"} from now on, in this session.`);
  }

  function reasonsInWords(name: string): string {
    const found = named(name);
    if (found.type === "own") {
      const why = own.find(found.name) ? IN_EVERY_REQUEST : "has been switched off in this session";
      return `- \`${found.name}\`, the agent's own, ${why}.`;
    }
    if (!servers.lastOffer) return "The model has not been asked yet.";
    const tools = hub.catalogue.tools.filter((tool) =>
      found.type === "server" ? tool.server === found.server : tool.name === found.tool.name,
    );
    return tools
      .map(
        (tool) => `- \`${tool.server}/${tool.tool}\`: ${verdictOf(tool)?.reason ?? "It came after the last request."}`,
      )
      .join("\n");
  }

  function named(name: string) {
    const names = hub.servers.map(({ spec }) => spec.name);
    const found = findTool(name.trim(), hub.catalogue, { servers: names, own: own.names });
    if (found.type === "none") throw new Error(found.reason);
    return found;
  }

  function verdictOf({ name }: HubTool) {
    return servers.lastOffer?.verdicts.find(({ tool }) => tool.name === name);
  }
}

const IN_EVERY_REQUEST = "is in every request";

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
