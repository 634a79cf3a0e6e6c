/**
 * `/mcp`: how far each server has got, and bringing servers in and out of this session [S-08].
 */

import type { Hub, ServerSpec, ServerView } from "@tenon/hub";

import type { SessionServers } from "../mcp/session-servers.ts";
import { whatToDo } from "../mcp/notices/what-to-do.ts";
import { firstWord, splitWords } from "./command-line.ts";
import type { Command, CommandRun } from "./command.ts";

export function mcpCommand(servers: SessionServers): Command {
  const { hub } = servers;

  const actions: Readonly<Record<string, (input: string, run: CommandRun) => Promise<void>>> = {
    list: (_, { say }) => say(formatServers(servers)),
    async connect(input, { signal, say }) {
      const spec = specOf(servers, input);
      await servers.connect(spec, { signal });
      await say(`${spec.name} is connected: ${toolsOf(hub, spec.name)}.`);
    },
    async disconnect(input, { say }) {
      const server = nameIn(input);
      await servers.disconnect(server);
      await say(`${server} is disconnected. ${whatToDo(server, "stopped")}`);
    },
    async restart(input, { signal, say }) {
      const server = nameIn(input);
      await servers.restart(server, { signal });
      await say(`${server} is connected: ${toolsOf(hub, server)}.`);
    },
    async "sign-in"(input, { signal, say }) {
      const server = nameIn(input);
      await servers.signIn(server, { signal });
      await say(`You are signed in to ${server}: ${toolsOf(hub, server)}.`);
    },
  };

  return {
    name: "mcp",
    description: "List, connect, restart or sign in to MCP servers",
    hint: "[list] | connect <server> [command or URL] | disconnect <server> | restart <server> | sign-in <server>",
    async run(input, run) {
      // People write it as two words, too.
      const [word, rest] = firstWord(input.replace(/^sign in\b/, "sign-in"));
      const action = Object.hasOwn(actions, word || "list") ? actions[word || "list"] : undefined;
      if (!action) {
        throw new Error(
          "Usage: `/mcp [list | connect <server> [command or URL] | disconnect <server> | restart <server> | sign-in <server>]`",
        );
      }
      await action(rest, run);
    },
  };
}

function formatServers(servers: SessionServers): string {
  const { hub } = servers;
  const gone = [...servers.disconnected.keys()].filter((name) => hub.servers.every(({ spec }) => spec.name !== name));
  const lines = [...hub.servers.map((view) => formatServer(hub, view)), ...gone.map(formatDisconnected)];
  return lines.length === 0 ? "This session has no MCP servers." : lines.join("\n");
}

function formatServer(hub: Hub, { spec, receipt }: ServerView): string {
  const { state, reason } = receipt;
  const isDown = whatToDo(spec.name, state) !== undefined;
  // For a server that is up, the state's reason is how it got there, and not of interest.
  const why = isDown && reason !== undefined ? ` — ${reason.replaceAll(/\s+/g, " ")}` : "";
  const next = isDown ? ` ${whatToDo(spec.name, state)}` : "";
  return `- **${spec.name}** (${spec.type}): ${state}, ${toolsOf(hub, spec.name)}${why}${next}`;
}

function formatDisconnected(server: string): string {
  return `- **${server}**: disconnected. ${whatToDo(server, "stopped")}`;
}

function toolsOf(hub: Hub, server: string): string {
  const count = hub.catalogue.tools.filter((tool) => tool.server === server).length;
  return count === 1 ? "1 tool" : `${count} tools`;
}

/** One that was disconnected, by its name; a new one by a name and what to start or where to find it. */
function specOf({ hub, disconnected }: SessionServers, input: string): ServerSpec {
  const [name = "", first, ...args] = splitWords(input);
  if (name === "") throw new Error("Name the server, for example `/mcp connect docs https://example.com/mcp`.");
  const known = disconnected.get(name) ?? hub.servers.find(({ spec }) => spec.name === name)?.spec;
  if (first === undefined) {
    if (known) return known;
    throw new Error(`No server named ${name}. To add it, pass a command or a URL: \`/mcp connect ${name} …\`.`);
  }
  if (known) throw new Error(`A server named ${name} already exists.`);
  const source = "client";
  if (/^https?:\/\//i.test(first)) return { type: "http", name, source, url: first, headers: {} };
  return { type: "stdio", name, source, command: first, args, env: {} };
}
function nameIn(input: string): string {
  const [server = ""] = splitWords(input);
  if (server === "") throw new Error("Name the server.");
  return server;
}
