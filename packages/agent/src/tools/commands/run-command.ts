/**
 * Runs a command, and waits for it unless it is for the background.
 *
 * A program with its arguments and a line for a shell are two things with two names, so that neither is taken for the
 * other [F-01]. What the user is asked about is the very command that runs [F-07].
 */

import { homedir } from "node:os";

import type { Clock } from "@tenon/basis";
import { commandSubject } from "@tenon/policy";
import { commandToRun } from "@tenon/workspace";

import { requireFolder } from "../files/require-folder.ts";
import { fencedContent, textPart } from "../tool-content.ts";
import type { ModelTool } from "../../model/model.ts";
import { type Arguments, readArguments } from "../read-arguments.ts";
import { ToolError } from "../tool-error.ts";
import type { AgentTool, ToolOutcome, ToolRun } from "../tool.ts";
import type { CommandStart, Place, Workspace } from "../workspace.ts";
import { lineOf } from "../workspace/session-commands.ts";
import type { BackgroundCommands } from "./background-commands.ts";
import { commandOutcome } from "./command-outcome.ts";
import { showTail } from "./live-tail.ts";
import { type LoggedCommand, startLoggedCommand } from "./logged-command.ts";
import { plainOutput } from "./plain-output.ts";
import { waitFor } from "./wait-for.ts";

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 30 * 60;
const MAX_TITLE_LENGTH = 200;

interface Surroundings {
  readonly background: BackgroundCommands;
  readonly outputFolder: string;
  readonly clock: Clock;
}

interface Commands extends Surroundings {
  readonly workspace: Workspace;
}

type Run = CommandStart["run"];

const RUN_COMMAND: ModelTool = {
  name: "run_command",
  description:
    "Runs a command and returns its output and exit code. Give either line, for the system's shell, or command with " +
    "args, which no shell touches. Nothing can be typed into it. What must go on running, such as a server, runs in " +
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
        description: `When to end it: after ${DEFAULT_SECONDS} if absent, at most ${MAX_SECONDS}`,
      },
      background: { type: "boolean", description: "Do not wait for it; it runs until it is stopped" },
    },
    required: [],
  },
};

export function runCommandTool(workspace: Workspace, surroundings: Surroundings): AgentTool {
  const commands = { ...surroundings, workspace };
  return {
    definition: RUN_COMMAND,
    async prepare(args) {
      const given = readArguments(args);
      const place = await workspace.place(given.optionalText("folder") ?? ".", "read");
      if (place.isInRoots) await requireFolder(place);
      const run = await readRun(given, place);
      const seconds = given.optionalNumber("timeout_seconds", { least: 1 }) ?? DEFAULT_SECONDS;
      const isForBackground = given.flag("background");
      const line = lineOf(run);
      const title = titleOf(line);
      return {
        title,
        kind: "execute",
        ...(title !== line && { content: [fencedContent(line)] }),
        ...(place.name !== "." && { locations: [{ path: place.clientPath }] }),
        subjects: [await commandSubject(run, { cwd: place.path, home: homedir() }), place.subject],
        run: (toolRun) =>
          isForBackground
            ? runInBackground(commands, { run, place, toolRun })
            : runToEnd(commands, { run, place, toolRun }, Math.min(seconds, MAX_SECONDS)),
      };
    },
  };
}

interface CommandCall {
  readonly run: Run;
  readonly place: Place;
  readonly toolRun: ToolRun;
}

async function runToEnd(commands: Commands, call: CommandCall, seconds: number): Promise<ToolOutcome> {
  const { signal, show } = call.toolRun;
  const { clock } = commands;
  const live = showTail((text) => show({ content: [fencedContent(plainOutput(text))] }), clock);
  try {
    const command = await start(commands, call, live.add);
    const waited = await waitFor(command.ended, { ms: seconds * 1000, signal, clock });
    live.stop();
    if (waited.type === "late") await command.stop();
    if (waited.type === "aborted") command.abandon();
    const ending = waited.type === "done" ? waited.value : cutShort(waited.type, seconds);
    const news = await command.news();
    // On a cancel the rest of the output is not waited for.
    const output = waited.type === "aborted" && news === "" ? undefined : news;
    return commandOutcome(ending, { output, isInTerminal: command.isInEditor });
  } finally {
    live.stop();
  }
}

async function runInBackground(commands: Commands, call: CommandCall): Promise<ToolOutcome> {
  const command = await start(commands, call);
  commands.background.add(command);
  const text = `It runs in the background as ${command.id}.`;
  return {
    parts: [textPart(text)],
    isError: false,
    ...(!command.isInEditor && { content: [fencedContent(text)] }),
    rawOutput: { commandId: command.id },
  };
}

async function start(
  { workspace, outputFolder, clock }: Commands,
  { run, place, toolRun: { toolCallId, signal, show } }: CommandCall,
  onText?: (text: string) => void,
): Promise<LoggedCommand> {
  const name = `output-${toolCallId.replaceAll(/[^\w-]+/g, "_")}.txt`;
  return await startLoggedCommand(workspace, {
    run,
    cwd: place.clientPath,
    signal,
    clock,
    outputFile: { folder: outputFolder, name },
    embed: (content) => show({ content: [content] }),
    ...(onText && { onText }),
  });
}

async function readRun(given: Arguments, { path: cwd }: Place): Promise<Run> {
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

/** Whole if it can be; otherwise the call shows the command below it. Nothing in it can hide what it says. */
function titleOf(line: string): string {
  const oneLine = line
    .trim()
    .replaceAll(/\s*\n\s*/g, " ⏎ ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return oneLine.length > MAX_TITLE_LENGTH ? `${oneLine.slice(0, MAX_TITLE_LENGTH).toWellFormed()}…` : oneLine;
}

function cutShort(why: "late" | "aborted", seconds: number) {
  const words =
    why === "aborted"
      ? "It was cancelled, and ended."
      : `Ended because it took longer than ${seconds} seconds. Give it more with timeout_seconds, or run it in the background.`;
  return { words, isError: true, raw: { exitCode: null, signal: null, cutShort: why } };
}
