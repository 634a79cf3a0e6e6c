/**
 * One command and what it wrote. There is no terminal device: a program sees a pipe, and behaves as in a script.
 *
 * When the command has ended, everything it started has ended too, its output is complete, and all of that was passed
 * to `onText`. So no one waits for a server that it left in the background [D-08, F-11].
 */

import { finished } from "node:stream/promises";

import { type ChildCommand, startChild } from "@tenon/process";

import { gatherText } from "./gather-text.ts";
import { keepOutputTail } from "./output-tail.ts";

export interface RunningCommand {
  /** What it has written so far, and how it ended if it has. */
  output(): CommandOutput;
  readonly ended: Promise<CommandEnd>;
  /** Ends the command and all it started; what it wrote stays. */
  end(): Promise<void>;
}

export interface CommandOutput {
  /** The end of it, if it was more than is kept. */
  readonly output: string;
  readonly truncated: boolean;
  readonly exitStatus?: CommandEnd;
}

export interface CommandEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface CommandSettings {
  /** How much of the output is kept. */
  readonly maxBytes: number;
  /** Hears the output as it comes, in whole characters. Must not throw. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Aborted, it means `end()`. */
  readonly signal: AbortSignal;
}

/** Rejects with a ChildError if the command cannot be started. */
export async function startCommand(command: ChildCommand, settings: CommandSettings): Promise<RunningCommand> {
  const { maxBytes, onText = () => {}, signal } = settings;
  const tail = keepOutputTail({ maxBytes });
  const gathering = gatherText(onText);
  let exitStatus: CommandEnd | undefined;

  // It has no input whose end could make it exit.
  const ending = { graceMs: 0 };
  const child = await startChild(command, { signal, ending, streams: "one", onStderr: take });
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  child.stdout.on("data", (bytes: Buffer) => take(decoder.decode(bytes, { stream: true })));
  const ended = untilEnd();
  return {
    output() {
      // A caller that uses both must not get this text twice.
      gathering.flush();
      return { output: tail.text(), truncated: tail.isCut, ...(exitStatus && { exitStatus }) };
    },
    ended,
    async end() {
      await child.close();
      await ended;
    },
  };

  function take(text: string): void {
    tail.add(text);
    gathering.add(text);
  }

  async function untilEnd(): Promise<CommandEnd> {
    // A broken pipe ends the output like any other end.
    const [{ code, signal }] = await Promise.all([child.closed, finished(child.stdout).catch(() => {})]);
    take(decoder.decode());
    gathering.flush();
    exitStatus = { exitCode: code, signal };
    return exitStatus;
  }
}
