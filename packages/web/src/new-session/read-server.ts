/**
 * What somebody types for an MCP server, as ACP wants it.
 */

import type { McpServer } from "@agentclientprotocol/sdk";
import { splitShellWords } from "@tenon/basis";

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
  const pairs = readPairs(secrets);
  const address = readPlace(place);
  if (address) return { type: "http", name: name.trim() || address.hostname, url: place, headers: pairs };
  const [command = "", ...args] = splitShellWords(place).words;
  return { name: name.trim() || nameOf(command), command, args, env: pairs };
}

/** The address of a server over HTTP. Undefined if it is a command. */
export function readPlace(target: string): URL | undefined {
  const place = target.trim();
  return /^https?:\/\//iu.test(place) && URL.canParse(place) ? new URL(place) : undefined;
}

function nameOf(command: string): string {
  return command.split(/[/\\]/u).at(-1) ?? command;
}

/** `NAME=value` or `Name: value`, one pair a line, as in an env file or the head of a request. */
function readPairs(text: string): { name: string; value: string }[] {
  return text.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = /^\s*([^\s=:]+)\s*[=:]\s?(.*?)\s*$/u.exec(line) ?? [];
    return name === "" ? [] : [{ name, value }];
  });
}
