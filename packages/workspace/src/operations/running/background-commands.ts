/**
 * The commands of a session that run in the background, and those that have ended without the model knowing it yet.
 */

import { ToolError } from "../../tool-error.ts";
import type { LoggedCommand } from "./logged-command.ts";
import type { Ending } from "./ending.ts";

export interface BackgroundCommands {
  add(command: LoggedCommand): void;
  /** Throws a `ToolError` that names those that there are. */
  find(id: string): LoggedCommand;
  /** When the model knows that it has ended, or ends it itself. */
  forget(command: LoggedCommand): void;
  /** A line about each that has ended since this was last asked. */
  news(): readonly string[];
  /** A line about each, the oldest first. */
  describe(): string;
}

// The workspace bounds those that run; these are ended ones that the model does not ask about.
const MAX_COMMANDS = 100;

/** `onEnd` is called for each that ends by itself. */
export function createBackgroundCommands(
  onEnd: (command: LoggedCommand, words: string) => void = () => {},
): BackgroundCommands {
  const commands = new Map<string, LoggedCommand>();
  let unreported: string[] = [];
  return {
    add(command) {
      commands.set(command.id, command);
      void command.ended.then(({ words }) => {
        if (!commands.has(command.id)) return;
        unreported.push(command.id);
        onEnd(command, words);
      });
      const ended = [...commands.values()].find(({ ending }) => ending);
      if (commands.size > MAX_COMMANDS && ended) commands.delete(ended.id);
    },
    find(id) {
      const command = commands.get(id);
      if (!command) throw new ToolError(`There is no background command ${JSON.stringify(id)}. ${describe()}`);
      return command;
    },
    forget: ({ id }) => void commands.delete(id),
    news() {
      const news = unreported.flatMap((id) => commands.get(id) ?? []);
      unreported = [];
      return news.map(lineAbout);
    },
    describe,
  };

  function describe(): string {
    if (commands.size === 0) return "No commands are in the background.";
    return `In the background:\n${[...commands.values()].map(lineAbout).join("\n")}`;
  }
}

function lineAbout({ id, line, ending }: LoggedCommand): string {
  return `${id}: ${line} (${ending?.words ?? "running"})`;
}

/** What it wrote since the model last asked. `ending` is undefined while it runs. A command that the model knows to have ended is forgotten. */
export async function takeOutput(
  background: BackgroundCommands,
  command: LoggedCommand,
): Promise<{ readonly ending: Ending | undefined; readonly output: string }> {
  const { ending } = command;
  const output = await command.news();
  if (ending) background.forget(command);
  return { ending, output };
}

/** Ends it and all that it started. `ending` is undefined if its exit status cannot be known. */
export async function stopCommand(
  background: BackgroundCommands,
  command: LoggedCommand,
): Promise<{ readonly hadEnded: boolean; readonly ending: Ending | undefined; readonly output: string }> {
  const hadEnded = command.ending !== undefined;
  background.forget(command);
  await command.stop();
  const { ending } = command;
  return { hadEnded, ending, output: await command.news() };
}
