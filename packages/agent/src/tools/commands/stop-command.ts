/**
 * Ends a command in the background, and all that it started. What was allowed to be started may be ended, so the user is not
 * asked.
 */

import { readArguments } from "../read-arguments.ts";
import type { AgentTool } from "../tool.ts";
import type { BackgroundCommands } from "./background-commands.ts";
import { commandOutcome } from "./command-outcome.ts";

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
          const before = command.ending;
          background.forget(command);
          await command.stop();
          const { words = "Its exit status is unknown.", raw = {} } = command.ending ?? {};
          const what = before ? "It had ended already." : "It was stopped.";
          return commandOutcome({ words: `${what} ${words}`, isError: false, raw }, { output: await command.news() });
        },
      };
    },
  };
}
