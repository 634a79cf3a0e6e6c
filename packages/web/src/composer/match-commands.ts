/**
 * Which slash commands what is being typed may become.
 */

import type { AvailableCommand } from "@agentclientprotocol/sdk";

const MAX_MATCHES = 50;

/** Empty unless the text is the beginning of a command and nothing else. Those that begin alike come first. */
export function matchCommands(text: string, commands: readonly AvailableCommand[]): readonly AvailableCommand[] {
  const typed = /^\/(\S*)$/u.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  const matches = commands.map((command) => ({ command, index: command.name.toLowerCase().indexOf(typed) }));
  return matches
    .filter(({ index }) => index >= 0)
    .toSorted((one, other) => Math.min(one.index, 1) - Math.min(other.index, 1))
    .map(({ command }) => command)
    .slice(0, MAX_MATCHES);
}
