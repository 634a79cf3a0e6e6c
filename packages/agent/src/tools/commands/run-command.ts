/**
 * Runs a command: a program with its arguments, or a line for a shell, which are never confused [F-01].
 */

import {
  type Arguments,
  commandFolder,
  type CommandRequest,
  type Commands,
  commandToRun,
  type WorkspacePath,
  prepareCommand,
  readArguments,
  ToolError,
} from "@tenon/workspace";

import type { ModelTool } from "../../model/model.ts";
import type { AgentTool } from "../tool.ts";

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 30 * 60;

const RUN_COMMAND: ModelTool = {
  name: "run_command",
  description:
    "Runs a command and returns its output and exit code. Give either line, for the system's shell, or command with " +
    "args, run without a shell. It has no standard input. Run anything long-lived, such as a server, in " +
    "the background: you get an id for command_output and stop_command.",
  inputSchema: {
    type: "object",
    properties: {
      line: { type: "string", description: "A line for the shell: pipes, &&, globs and variables work" },
      command: { type: "string", description: "Instead of line: one program, without its arguments" },
      args: { type: "array", items: { type: "string" }, description: "The arguments of command, as they are" },
      folder: { type: "string", description: "Where it runs; the working folder if absent" },
      timeout_seconds: {
        type: "integer",
        description: `Timeout in seconds (default ${DEFAULT_SECONDS}, max ${MAX_SECONDS})`,
      },
      background: { type: "boolean", description: "Do not wait for it; it runs until it is stopped" },
    },
    required: [],
  },
};

export function runCommandTool(commands: Commands): AgentTool {
  return {
    definition: RUN_COMMAND,
    async prepare(args) {
      const given = readArguments(args);
      const place = await commandFolder(commands.workspace, given.optionalText("folder"));
      const run = await readRun(given, place);
      const seconds = given.optionalNumber("timeout_seconds", { least: 1 }) ?? DEFAULT_SECONDS;
      const isForBackground = given.flag("background");
      return await prepareCommand(commands, { run, place, ms: seconds * 1000, isForBackground });
    },
  };
}

async function readRun(given: Arguments, { path: cwd }: WorkspacePath): Promise<CommandRequest["run"]> {
  const [shell, command, args] = [given.optionalText("line"), given.optionalText("command"), given.texts("args")];
  if (shell !== undefined && (command !== undefined || args.length > 0)) {
    throw new ToolError("Give either line, or command with args, and not both.");
  }
  if (shell?.trim()) return { shell };
  if (!command?.trim()) throw new ToolError("There is nothing to run. Give line, or command with args.");
  const meant = await commandToRun({ command, args }, cwd);
  if ("shell" in meant) {
    throw new ToolError("command is the name of one program. Give its arguments in args, or all of it in line.");
  }
  return { command, args };
}
