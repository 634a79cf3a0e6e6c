/**
 * A typed MCP server, as ACP wants it.
 */

import type { McpServer } from "@agentclientprotocol/sdk";
import { splitShellWords } from "@tenon/basis";

import { isRunner } from "../sessions/agent-name.ts";

import type { ServerRow } from "../page/session-servers.ts";

export type TypedServer = Omit<ServerRow, "isOn">;

/** A URL is a server over HTTP; anything else is a command line. Undefined if empty. */
export function readServer({ name, target, secrets = "" }: TypedServer): McpServer | undefined {
  const trimmed = target.trim();
  if (trimmed === "") return undefined;
  const pairs = readPairs(secrets);
  const address = readUrl(trimmed);
  if (address) return { type: "http", name: name.trim() || address.hostname, url: trimmed, headers: pairs };
  const [command = "", ...args] = splitShellWords(trimmed).words;
  return { name: name.trim() || nameOf([command, ...args]), command, args, env: pairs };
}

/** The URL of a server over HTTP. Undefined if it is a command. */
export function readUrl(target: string): URL | undefined {
  const trimmed = target.trim();
  return /^https?:\/\//iu.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : undefined;
}

/** Servers that were typed, each with a name of its own. */
export function readServers(typed: readonly TypedServer[]): readonly McpServer[] {
  const taken = new Set<string>();
  return typed.flatMap((one) => {
    const server = readServer(one);
    if (!server) return [];
    let { name } = server;
    for (let next = 2; taken.has(name); next += 1) name = `${server.name}-${next}`;
    taken.add(name);
    return [{ ...server, name }];
  });
}

/** After the program, not after what runs it: `npx -y @acme/server-notes@2 .` is `notes`. */
function nameOf(words: readonly string[]): string {
  const program = words.find((word) => !isRunner(word)) ?? words[0] ?? "";
  const base = program.split(/[/\\]/u).at(-1) ?? program;
  const short = base
    .replace(/@[^@]*$/u, "")
    .replace(/^(?:mcp-)?server-|^mcp-|-mcp(?:-server)?$|\.[cm]?[jt]s$|\.py$/gu, "");
  return short || base;
}

/** `NAME=value` or `Name: value`, one pair a line, as in an env file or the head of a request. */
function readPairs(text: string): { name: string; value: string }[] {
  return text.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = /^\s*([^\s=:]+)\s*[=:]\s?(.*?)\s*$/u.exec(line) ?? [];
    return name === "" ? [] : [{ name, value }];
  });
}
