/**
 * `Bash`, `BashOutput` and `KillShell`.
 */

import { stringOf } from "@tenon/basis";

import { type Operation, textPart } from "../operations/operation.ts";
import { readArguments } from "../operations/read-arguments.ts";
import { commandFolder, type Commands, commandTitle, prepareCommand } from "../operations/run-command.ts";
import { createBackgroundCommands } from "../operations/running/background-commands.ts";
import { stopCommand, takeOutput } from "../operations/running/background-commands.ts";
import { commandOutcome } from "../operations/running/ending.ts";
import type { Ending } from "../operations/running/ending.ts";
import type { CommandWords } from "../operations/wording.ts";
import { ToolError } from "../tool-error.ts";
import type { ClientTool } from "./client-tool.ts";

const DEFAULT_MS = 120_000;
const MAX_MS = 600_000;

const WORDS: CommandWords = {
  ended(ending, output) {
    if (output === undefined) return ending.words;
    if (ending.isError) return `${headingOf(ending)}\n${output}`.trimEnd();
    return output === "" ? "(The command completed with no output.)" : output;
  },
  inBackground: (id) => `Command running in background with ID: ${id}`,
  tookTooLong: (ms) => `Command timed out after ${ms / 1000}s`,
};

export function commandTools(options: Omit<Commands, "background" | "words">): readonly ClientTool[] {
  const background = createBackgroundCommands();
  const commands: Commands = { ...options, background, words: WORDS };
  return [
    {
      ...BASH,
      describe: ({ command }) => ({ title: commandTitle(stringOf(command) ?? "") || "Run a command", kind: "execute" }),
      prepare: (args) => prepareBash(commands, args),
    },
    {
      ...BASH_OUTPUT,
      describe: ({ bash_id: id }) => ({ title: `Output of ${stringOf(id) ?? "a command"}`, kind: "read" }),
      async prepare(args): Promise<Operation> {
        const command = background.find(readArguments(args).text("bash_id"));
        return {
          title: `Output of ${command.line}`,
          kind: "read",
          subjects: [],
          async run() {
            const { ending, output } = await takeOutput(background, command);
            const raw = ending?.raw ?? { isRunning: true };
            return commandOutcome(statusOf(ending, output), { isError: false, raw });
          },
        };
      },
    },
    {
      ...KILL_SHELL,
      describe: ({ shell_id: id }) => ({ title: `Stop ${stringOf(id) ?? "a command"}`, kind: "execute" }),
      async prepare(args): Promise<Operation> {
        const command = background.find(readArguments(args).text("shell_id"));
        return {
          title: `Stop ${command.line}`,
          kind: "execute",
          subjects: [],
          async run() {
            const { hadEnded } = await stopCommand(background, command);
            const what = hadEnded ? "The shell had ended already" : "Successfully killed shell";
            return { parts: [textPart(`${what}: ${command.id} (${command.line})`)], isError: false };
          },
        };
      },
    },
  ];
}

const BASH = {
  name: "Bash",
  description:
    "Runs a shell command in the user's project and returns its output. Each call is a shell of its own, in the " +
    "working folder; nothing can be typed into it. With run_in_background it returns an ID for BashOutput and KillShell at once.",
  inputSchema: {
    type: "object",
    properties: {
      command: { type: "string", description: "The command to execute" },
      timeout: { type: "number", description: `Timeout in milliseconds (default ${DEFAULT_MS}, max ${MAX_MS})` },
      description: { type: "string", description: "What this command does, in 5 to 10 words" },
      run_in_background: { type: "boolean", description: "Run this command in the background" },
    },
    required: ["command"],
  },
} as const;

const COMMAND_ID = { type: "string", description: "The ID of the background command" };

const BASH_OUTPUT = {
  name: "BashOutput",
  description: "Returns what a background command has written since you last asked, and its status.",
  inputSchema: { type: "object", properties: { bash_id: COMMAND_ID }, required: ["bash_id"] },
  annotations: { readOnlyHint: true },
} as const;

const KILL_SHELL = {
  name: "KillShell",
  description: "Ends a background command and everything that it started.",
  inputSchema: { type: "object", properties: { shell_id: COMMAND_ID }, required: ["shell_id"] },
} as const;

async function prepareBash(commands: Commands, args: Readonly<Record<string, unknown>>): Promise<Operation> {
  const given = readArguments(args);
  const shell = given.text("command");
  if (shell.trim() === "") throw new ToolError("command must be a non-empty string.");
  const place = await commandFolder(commands.workspace);
  const ms = Math.min(given.optionalNumber("timeout", { least: 1 }) ?? DEFAULT_MS, MAX_MS);
  return await prepareCommand(commands, {
    run: { shell },
    place,
    ms,
    isForBackground: given.flag("run_in_background"),
  });
}

function headingOf({ words, raw }: Ending): string {
  const { exitCode } = raw;
  return typeof exitCode === "number" ? `Exit code ${exitCode}` : words;
}

function statusOf(ending: Ending | undefined, output: string): string {
  const status = !ending ? "running" : ending.isError ? "failed" : "completed";
  const exitCode = ending?.raw["exitCode"];
  return [
    `<status>${status}</status>`,
    ...(typeof exitCode === "number" ? [`<exit_code>${exitCode}</exit_code>`] : []),
    ...(output === "" ? [] : [`<stdout>\n${output}\n</stdout>`]),
  ].join("\n\n");
}
