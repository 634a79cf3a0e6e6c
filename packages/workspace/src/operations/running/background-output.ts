/**
 * What a command in the background wrote since the model last asked, while it runs and when it is ended.
 */

import type { BackgroundCommands } from "./background-commands.ts";
import type { Ending } from "./ending.ts";
import type { LoggedCommand } from "./logged-command.ts";

/** `ending` is undefined while it runs. A command that the model knows to have ended is forgotten. */
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
