/**
 * Which slash commands what is being typed may become.
 */

import type { AvailableCommand } from "@agentclientprotocol/sdk";

const MOST = 50;

/** Empty unless the text is the beginning of a command and nothing else. Those that begin alike come first. */
export function matchCommands(text: string, commands: readonly AvailableCommand[]): readonly AvailableCommand[] {
  const typed = /^\/(\S*)$/u.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  const places = commands.map((command) => ({ command, place: command.name.toLowerCase().indexOf(typed) }));
  return places
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => Math.min(one.place, 1) - Math.min(other.place, 1))
    .map(({ command }) => command)
    .slice(0, MOST);
}
