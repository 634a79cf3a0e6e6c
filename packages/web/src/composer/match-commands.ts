/**
 * The slash commands that match the typed text.
 */

import type { AvailableCommand } from "@agentclientprotocol/sdk";

const MAX_MATCHES = 50;

/** Empty unless the text is only the beginning of a command. Prefix matches come first. */
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
