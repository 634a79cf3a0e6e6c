/**
 * What somebody types for an MCP server, as ACP wants it.
 */

import type { McpServer } from "@agentclientprotocol/sdk";

/** A web address is a server over HTTP; anything else is a command line. Undefined if there is nothing. */
export function readServer({
  name,
  target,
}: {
  readonly name: string;
  readonly target: string;
}): McpServer | undefined {
  const place = target.trim();
  if (place === "") return undefined;
  if (/^https?:\/\//iu.test(place) && URL.canParse(place)) {
    return { type: "http", name: name.trim() || new URL(place).hostname, url: place, headers: [] };
  }
  const [command = "", ...args] = splitWords(place);
  return { name: name.trim() || nameOf(command), command, args, env: [] };
}

/** As a shell splits words: quotes keep what is in them together, and a backslash keeps the next character. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+/gsu)) {
    words.push(
      word.replaceAll(/\\(.)|"((?:[^"\\]|\\.)*)"?|'([^']*)'?/gsu, (_, escaped, double, single) =>
        String(escaped ?? single ?? String(double).replaceAll(/\\(.)/gsu, "$1")),
      ),
    );
  }
  return words;
}

function nameOf(command: string): string {
  return command.split(/[/\\]/u).at(-1) ?? command;
}
