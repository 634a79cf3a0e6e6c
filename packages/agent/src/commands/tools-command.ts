/**
 * `/tools`: what the model is offered and why, and switching tools on and off for this session.
 */

import type { SessionServers } from "../mcp/session-servers.ts";
import type { OwnTools } from "../tools/own-tools.ts";
import { firstWord } from "./command-line.ts";
import type { Command, CommandRun } from "./command.ts";
import { findTool } from "./find-tool.ts";
import { foundTools, listedTools, reasonsOf, type SessionTools } from "./tool-texts.ts";

export function toolsCommand(servers: SessionServers, own: Omit<OwnTools, "close">): Command {
  const tools = { servers, own };
  const actions: Readonly<Record<string, (input: string, run: CommandRun) => Promise<void>>> = {
    list: (input, { say }) => say(listedTools(input, tools)),
    search: (input, { say }) => say(foundTools(input, servers.hub)),
    on: (input, run) => switchTo("always", input, tools, run),
    off: (input, run) => switchTo("off", input, tools, run),
    why: (input, { say }) => say(reasonsOf(named(input, tools), tools)),
  };
  return {
    name: "tools",
    description: "List the tools, and show which are offered to the model and why",
    hint: "list [server] | search <words> | on <tool or server> | off <tool or server> | why <tool>",
    async run(input, run) {
      const [word, rest] = firstWord(input);
      const action = Object.hasOwn(actions, word || "list") ? actions[word || "list"] : undefined;
      if (!action)
        throw new Error("Usage: `/tools [list [server] | search <words> | on <tool> | off <tool> | why <tool>]`");
      await action(rest, run);
    },
  };
}

async function switchTo(mode: "always" | "off", name: string, tools: SessionTools, { say }: CommandRun): Promise<void> {
  const found = named(name, tools);
  const state = mode === "always" ? "in every request" : "off";
  if (found.type === "own") {
    await tools.own.include(found.name, mode);
    return await say(`\`${found.name}\` (built in) is now ${state}.`);
  }
  const server = found.type === "server" ? found.server : found.tool.server;
  await tools.servers.include({ server, mode, ...(found.type === "tool" && { tool: found.tool.tool }) });
  const what = found.type === "server" ? `All tools of \`${server}\` are` : `\`${server}/${found.tool.tool}\` is`;
  await say(`${what} ${state} from now on, in this session.`);
}

function named(name: string, { servers: { hub }, own }: SessionTools) {
  const servers = hub.servers.map(({ spec }) => spec.name);
  const found = findTool(name.trim(), hub.catalogue, { servers, own: own.names });
  if (found.type === "none") throw new Error(found.reason);
  return found;
}
