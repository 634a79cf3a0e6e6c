/**
 * What a command in the background wrote since the model last asked, and whether it has ended. Without an id: what there
 * is in the background.
 */

import type { Clock } from "@tenon/basis";
import {
  type BackgroundCommands,
  commandOutcome,
  fencedContent,
  type LoggedCommand,
  readArguments,
  takeOutput,
  textPart,
  waitFor,
} from "@tenon/workspace";

import type { AgentTool, ToolOutcome } from "../tool.ts";
import { COMMAND_WORDS } from "./command-words.ts";

const MAX_SECONDS = 10 * 60;

export function commandOutputTool(background: BackgroundCommands, clock: Clock): AgentTool {
  return {
    definition: {
      name: "command_output",
      description:
        "Returns what a background command has written since the last call, and whether it has exited. Without id it " +
        "lists the background commands.",
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string", description: "The id that run_command gave" },
          wait_seconds: {
            type: "integer",
            description: `Seconds to wait for it to exit (max ${MAX_SECONDS})`,
          },
        },
        required: [],
      },
    },
    async prepare(args) {
      const given = readArguments(args);
      const id = given.optionalText("id");
      const seconds = given.optionalNumber("wait_seconds", { least: 0 }) ?? 0;
      if (id === undefined)
        return { title: "List the commands in the background", kind: "read", subjects: [], run: list };
      const command = background.find(id);
      return {
        title: `Output of ${command.line}`,
        kind: "read",
        subjects: [],
        run: ({ signal }) => read(command, { ms: Math.min(seconds, MAX_SECONDS) * 1000, signal }),
      };
    },
  };

  async function list(): Promise<ToolOutcome> {
    const text = background.describe();
    return { parts: [textPart(text)], isError: false, content: [fencedContent(text)] };
  }

  async function read(
    command: LoggedCommand,
    { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<ToolOutcome> {
    if (ms > 0) await waitFor(command.ended, { ms, signal, clock });
    // Output that is taken now and not returned would be lost.
    signal.throwIfAborted();
    const { ending, output } = await takeOutput(background, command);
    const now = ending
      ? { ...ending, words: `It has ended. ${ending.words}` }
      : { words: "It is running.", isError: false, raw: { isRunning: true } };
    return commandOutcome(COMMAND_WORDS.ended(now, output), now);
  }
}
