/**
 * What somebody types for an MCP server, as ACP wants it.
 */

import type { McpServer } from "@agentclientprotocol/sdk";

import { readPairs } from "./read-pairs.ts";

export interface TypedServer {
  readonly name: string;
  readonly target: string;
  /** Variables of its environment, or headers of its requests: a pair a line. */
  readonly secrets?: string;
}

/** A web address is a server over HTTP; anything else is a command line. Undefined if there is nothing. */
export function readServer({ name, target, secrets = "" }: TypedServer): McpServer | undefined {
  const place = target.trim();
  if (place === "") return undefined;
  const pairs = readPairs(secrets).map((pair) => ({ ...pair }));
  const address = readPlace(place);
  if (address) return { type: "http", name: name.trim() || address.hostname, url: place, headers: pairs };
  const [command = "", ...args] = splitWords(place);
  return { name: name.trim() || nameOf(command), command, args, env: pairs };
}

/** The address of a server over HTTP. Undefined if it is a command. */
export function readPlace(target: string): URL | undefined {
  const place = target.trim();
  return /^https?:\/\//iu.test(place) && URL.canParse(place) ? new URL(place) : undefined;
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
