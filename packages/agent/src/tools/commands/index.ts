/**
 * The agent's own tools for commands: to run one, to read what one in the background wrote, to end one.
 */

import { type Clock, systemClock } from "@tenon/basis";
import { type BackgroundCommands, createBackgroundCommands, type Workspace } from "@tenon/workspace";

import type { AgentTool } from "../tool.ts";
import { commandOutputTool } from "./command-output.ts";
import { COMMAND_WORDS } from "./command-words.ts";
import { runCommandTool } from "./run-command.ts";
import { stopCommandTool } from "./stop-command.ts";

export interface CommandToolOptions {
  /** Where outputs that are too large for the model are kept, whole. Made when needed; the session deletes it. */
  readonly outputFolder: string;
  readonly clock?: Clock;
  readonly background?: BackgroundCommands;
}

/** Commands in the background end with the workspace. */
export function commandTools(workspace: Workspace, options: CommandToolOptions): readonly AgentTool[] {
  const { outputFolder, clock = systemClock, background = createBackgroundCommands() } = options;
  return [
    runCommandTool({ workspace, background, outputFolder, clock, words: COMMAND_WORDS }),
    commandOutputTool(background, clock),
    stopCommandTool(background),
  ];
}
