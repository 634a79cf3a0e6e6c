/**
 * Ends a command in the background, and all that it started. What was allowed to be started may be ended, so the user is not
 * asked.
 */

import { type BackgroundCommands, commandOutcome, readArguments, stopCommand } from "@tenon/workspace";

import type { AgentTool } from "../tool.ts";
import { COMMAND_WORDS } from "./command-words.ts";

export function stopCommandTool(background: BackgroundCommands): AgentTool {
  return {
    definition: {
      name: "stop_command",
      description:
        "Ends a command in the background and all that it started. Returns what it wrote since you last asked.",
      inputSchema: {
        type: "object",
        properties: { id: { type: "string", description: "The id that run_command gave" } },
        required: ["id"],
      },
    },
    async prepare(args) {
      const command = background.find(readArguments(args).text("id"));
      return {
        title: `Stop ${command.line}`,
        kind: "execute",
        subjects: [],
        async run() {
          const { hadEnded, ending, output } = await stopCommand(background, command);
          const { words = "Its exit status is unknown.", raw = {} } = ending ?? {};
          const what = hadEnded ? "It had already exited." : "It was stopped.";
          const now = { words: `${what} ${words}`, isError: false, raw };
          return commandOutcome(COMMAND_WORDS.ended(now, output), now);
        },
      };
    },
  };
}
