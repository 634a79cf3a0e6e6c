/**
 * A command of the workspace together with what it has written: heard as it comes from a command of our own, asked for
 * from a terminal of the editor.
 *
 * When it has ended, its output is complete and it is released, whether or not it is waited for [R101, F-08].
 */

import type { Clock } from "@tenon/basis";

import { waitFor } from "../../commands/wait-for.ts";
import type { CommandStart, Workspace, WorkspaceCommand } from "../../session/workspace.ts";
import { type CommandLog, createCommandLog } from "./command-log.ts";
import { type Ending, endingOf, unknownEnding } from "./ending.ts";
import type { CommandOutput } from "../../commands/start-command.ts";

export interface LoggedCommand {
  readonly id: string;
  /** As a person would type it. */
  readonly line: string;
  readonly isInEditor: boolean;
  readonly ending: Ending | undefined;
  /** Never rejects. */
  readonly ended: Promise<Ending>;
  /** What it wrote since this was last asked. Never rejects. */
  news(): Promise<string>;
  /** Ends it and all it started, as far as possible within some seconds. Never rejects. */
  stop(): Promise<void>;
  /** Ends it without waiting for it; the editor is not asked for anything any more. */
  abandon(): void;
}

// The rest of what a command writes in an editor's terminal we never see.
const TERMINAL_BYTES = 1024 * 1024;
// An editor that does not answer must not hold up the turn.
const PATIENCE_MS = 5_000;

interface LoggedCommandStart extends Omit<CommandStart, "outputBytes"> {
  readonly clock: Clock;
  readonly outputFile: { readonly folder: string; readonly name: string };
}

export async function startLoggedCommand(workspace: Workspace, options: LoggedCommandStart): Promise<LoggedCommand> {
  const { clock, outputFile, onText, ...start } = options;
  const log = createCommandLog(outputFile);
  const command = await workspace.startCommand({
    ...start,
    outputBytes: TERMINAL_BYTES,
    onText(text) {
      log.add(text);
      onText?.(text);
    },
  });
  const lifetime = new AbortController();
  const addTerminal = createTerminalLog(log);
  let ending: Ending | undefined;
  const ended = command.ended.then(endingOf, unknownEnding).then(async (known) => {
    await readTerminal();
    await command.release();
    ending = known;
    return known;
  });

  return {
    id: command.id,
    line: command.line,
    isInEditor: command.isInEditor,
    get ending() {
      return ending;
    },
    ended,
    async news() {
      if (!ending) await readTerminal();
      return await log.take();
    },
    async stop() {
      await patiently(command.end());
      if (!(await patiently(ended))) await readTerminal();
      await command.release();
    },
    abandon() {
      lifetime.abort();
      void command.release();
    },
  };

  async function readTerminal(): Promise<void> {
    // The session may have released it already, and then it is not to be asked any more [R103].
    if (!command.isInEditor || !workspace.commands.includes(command)) return;
    addTerminal(await patiently(command.output()));
  }

  async function patiently<T>(promise: Promise<T>): Promise<T | undefined> {
    const waiting = waitFor(promise, { ms: PATIENCE_MS, signal: lifetime.signal, clock });
    const waited = await waiting.catch(() => undefined); // An editor that refuses is like one that says nothing.
    return waited?.type === "done" ? waited.value : undefined;
  }
}

/** An editor returns all that is in its terminal; only what is new is added to the log. */
function createTerminalLog(log: CommandLog) {
  let read = "";
  return (terminal: Awaited<ReturnType<WorkspaceCommand["output"]>> | undefined): void => {
    if (!terminal) return log.add("[The editor did not report the output of the command.]\n");
    log.add(newOutput(read, terminal));
    read = terminal.output;
  };
}

const OVERLAP_LENGTH = 1_000;

/**
 * What is new in a terminal since it was read. It returns all that it keeps, each time; where it has dropped the beginning
 * of it, we rather show something twice than not at all.
 */
export function newOutput(before: string, { output, truncated }: CommandOutput): string {
  if (!truncated) return output.startsWith(before) ? output.slice(before.length) : output;
  const known = before.slice(-OVERLAP_LENGTH);
  const at = known === "" ? -1 : output.indexOf(known);
  if (at !== -1) return output.slice(at + known.length);
  return `[The editor kept only the end of the output; the beginning was lost.]\n${output}`;
}
