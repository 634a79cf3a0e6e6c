/**
 * Runs a command, and waits for it unless it is for the background.
 *
 * A program with its arguments and a line for a shell are two things with two names, so that neither is taken for the
 * other [F-01]. What the user is asked about is the very command that runs [F-07].
 */

import { homedir } from "node:os";

import type { Clock } from "@tenon/basis";
import { type CommandSubject, commandSubject } from "@tenon/policy";

import { waitFor } from "../commands/wait-for.ts";
import { lineOf } from "../session/session-commands.ts";
import type { CommandStart, WorkspacePath, Workspace } from "../session/workspace.ts";
import { fencedContent, type Operation, type OperationOutcome, type OperationRun } from "./operation.ts";
import { requireFolder } from "./require-folder.ts";
import type { BackgroundCommands } from "./running/background-commands.ts";
import { commandOutcome } from "./running/ending.ts";
import { showTail } from "./running/live-tail.ts";
import { type LoggedCommand, startLoggedCommand } from "./running/logged-command.ts";
import { plainOutput } from "./running/command-log.ts";
import type { CommandWords } from "./wording.ts";

const MAX_MS = 30 * 60_000;
const MAX_TITLE_LENGTH = 200;

export interface Commands {
  readonly workspace: Workspace;
  readonly background: BackgroundCommands;
  /** Where outputs that are too large for the model are kept, whole. Made when needed; the session deletes it. */
  readonly outputFolder: string;
  readonly clock: Clock;
  readonly words: CommandWords;
}

export interface CommandRequest {
  readonly run: CommandStart["run"];
  readonly place: WorkspacePath;
  readonly ms: number;
  readonly isForBackground: boolean;
}

/** The folder that a command is to run in; one of the session's own must be there. */
export async function commandFolder(workspace: Workspace, path = "."): Promise<WorkspacePath> {
  const place = await workspace.place(path, "read");
  if (place.isInRoots && workspace.tree === "machine") await requireFolder(place);
  return place;
}

export async function prepareCommand(commands: Commands, request: CommandRequest): Promise<Operation> {
  const { run, place, ms, isForBackground } = request;
  const line = lineOf(run);
  const title = commandTitle(line);
  return {
    title,
    kind: "execute",
    ...(title !== line && { content: [fencedContent(line)] }),
    ...(place.name !== "." && { locations: [{ path: place.clientPath }] }),
    subjects: [await subjectOf(run, place, commands.workspace), place.subject],
    run: (toolRun) =>
      isForBackground
        ? runInBackground(commands, { run, place, toolRun })
        : runToEnd(commands, { run, place, toolRun }, Math.min(ms, MAX_MS)),
  };
}

/** The files that a command names on the client's machine, only that machine knows. */
async function subjectOf(
  run: CommandRequest["run"],
  place: WorkspacePath,
  { tree }: Workspace,
): Promise<CommandSubject> {
  if (tree === "client") return { type: "command", ...run };
  return await commandSubject(run, { cwd: place.path, home: homedir() });
}

interface CommandCall {
  readonly run: CommandRequest["run"];
  readonly place: WorkspacePath;
  readonly toolRun: OperationRun;
}

async function runToEnd(commands: Commands, call: CommandCall, ms: number): Promise<OperationOutcome> {
  const { signal, show } = call.toolRun;
  const { clock, words } = commands;
  const live = showTail((text) => show({ content: [fencedContent(plainOutput(text))] }), clock);
  try {
    const command = await start(commands, call, live.add);
    const waited = await waitFor(command.ended, { ms, signal, clock });
    live.stop();
    if (waited.type === "late") await command.stop();
    if (waited.type === "aborted") command.abandon();
    const ending = waited.type === "done" ? waited.value : cutShort(waited.type, words.tookTooLong(ms));
    const news = await command.news();
    // On a cancel the rest of the output is not waited for.
    const output = waited.type === "aborted" && news === "" ? undefined : news;
    return commandOutcome(words.ended(ending, output), ending, { isInTerminal: command.isInEditor });
  } finally {
    live.stop();
  }
}

async function runInBackground(commands: Commands, call: CommandCall): Promise<OperationOutcome> {
  const command = await start(commands, call);
  commands.background.add(command);
  const text = commands.words.inBackground(command.id);
  const outcome = { isError: false, raw: { commandId: command.id } };
  return commandOutcome(text, outcome, { isInTerminal: command.isInEditor });
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
    embed: (terminalId) => show({ content: [{ type: "terminal", terminalId }] }),
    ...(onText && { onText }),
  });
}

/** Whole if it can be; otherwise the call shows the command below it. Nothing in it can hide what it says. */
export function commandTitle(line: string): string {
  const oneLine = line
    .trim()
    .replaceAll(/\s*\n\s*/g, " ⏎ ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return oneLine.length > MAX_TITLE_LENGTH ? `${oneLine.slice(0, MAX_TITLE_LENGTH).toWellFormed()}…` : oneLine;
}

function cutShort(why: "late" | "aborted", tookTooLong: string) {
  const words = why === "aborted" ? "It was cancelled." : tookTooLong;
  return { words, isError: true, raw: { exitCode: null, signal: null, cutShort: why } };
}
