/**
 * The commands of a session that run in the background, and those that have ended without the model knowing it yet.
 */

import { ToolError } from "../tool-error.ts";
import type { LoggedCommand } from "./logged-command.ts";

export interface BackgroundCommands {
  add(command: LoggedCommand): void;
  /** Throws a `ToolError` that names those that there are. */
  find(id: string): LoggedCommand;
  /** When the model knows that it has ended. */
  forget(command: LoggedCommand): void;
  /** A line about each, the oldest first. */
  inWords(): string;
}

// The workspace bounds those that run; these are the ended ones that nobody asks about.
const MOST = 100;

export function createBackgroundCommands(): BackgroundCommands {
  const commands = new Map<string, LoggedCommand>();
  return {
    add(command) {
      commands.set(command.id, command);
      const ended = [...commands.values()].find(({ ending }) => ending);
      if (commands.size > MOST && ended) commands.delete(ended.id);
    },
    find(id) {
      const command = commands.get(id);
      if (!command) throw new ToolError(`There is no background command ${JSON.stringify(id)}. ${inWords()}`);
      return command;
    },
    forget: ({ id }) => void commands.delete(id),
    inWords,
  };

  function inWords(): string {
    if (commands.size === 0) return "No commands are in the background.";
    const lines = [...commands.values()].map(
      ({ id, line, ending }) => `${id}: ${line} (${ending?.words ?? "running"})`,
    );
    return `In the background:\n${lines.join("\n")}`;
  }
}
