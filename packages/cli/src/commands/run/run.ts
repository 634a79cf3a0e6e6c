/**
 * `tenon run`: one prompt to one agent, from the first line on the terminal to the exit status.
 *
 * What it starts it ends, whatever happens: first the turn, then the session, then the agent, then the record of it.
 */

import { stat } from "node:fs/promises";
import { resolve } from "node:path";

import { defined } from "@tenon/basis";

import { t } from "../../messages/t.ts";
import { exitCode } from "../../process/exit-code.ts";
import { styleFor } from "../../terminal/style.ts";
import { UsageError } from "../../process/usage-error.ts";
import { readAttachments } from "./input/attachments.ts";
import { causeText, exitCodeOfSignal, type Interruption, listenForInterruption } from "../../process/interruption.ts";
import { type QuestionOptions, terminalKeyboard } from "./ask/keyboard.ts";
import { readSettings } from "./open-session.ts";
import { openOutput, type Output } from "./show/output.ts";
import { readPolicy } from "./input/policy.ts";
import { readPrompt } from "./input/read-prompt.ts";
import type { TurnResult } from "./run-turn.ts";
import { sessionServers } from "./input/servers-to-send.ts";

export interface RunFlags {
  readonly agent?: string;
  readonly cwd?: string;
  readonly file?: string;
  readonly attach?: readonly string[];
  readonly mcpConfig?: string;
  readonly server?: readonly string[];
  readonly optionalServer?: readonly string[];
  readonly policy: string;
  readonly continue: boolean;
  readonly session?: string;
  readonly timeout?: number;
  readonly model?: string;
  readonly mode?: string;
  readonly option?: readonly string[];
  readonly traceparent?: string;
  readonly signIn?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly journal: boolean;
  readonly store?: string;
  readonly tools: boolean;
  readonly clientTools?: string;
}

/** Resolves with the exit status; interrupted by a signal, it ends the process by it. */
export async function runPrompt(flags: RunFlags, ...words: readonly string[]): Promise<number> {
  // A wrong command line is reported before anything is started.
  const cwd = flags.cwd === undefined ? undefined : await folder(flags.cwd);
  const here = process.cwd();
  const request = {
    flags,
    cwd,
    here,
    policy: await readPolicy(flags.policy),
    settings: readSettings(flags.option ?? [], flags.model),
    attachments: await readAttachments(flags.attach ?? []),
    servers: await sessionServers({ ...flags, cwd: cwd ?? here }),
    prompt: await readPrompt({ words, file: flags.file }, process.stdin),
  };
  // Only now: a wrong command line is reported before all this is loaded.
  const { runTurn } = await import("./run-turn.ts");
  using interruption = listenForInterruption({
    timeoutSeconds: flags.timeout,
    // What moved on the terminal stays where it was: the shell begins a new line.
    onSecond: () => void (process.stderr.isTTY && process.stderr.write("\n")),
  });
  const output = openOutput({
    json: flags.json,
    quiet: flags.quiet,
    onUnread: () => interruption.interrupt({ type: "unread" }),
  });
  const result = await runTurn(request, { output, interruption, person: personAt(output, interruption) });
  const code = exitCodeAfter(result, interruption);
  const error = interruption.cause ? causeText(interruption.cause) : result.error;
  if (error !== undefined && (flags.json || !result.isShown)) output.warn(error);
  await output.end({ exitCode: code, ...result.summary, ...defined({ error }) });
  interruption.leave();
  return code;
}

function exitCodeAfter(result: TurnResult, { cause }: Interruption): number {
  switch (cause?.type) {
    case "signal":
      return exitCodeOfSignal(cause.signal);
    case "timeout":
      return exitCode.limit;
    case "unread":
      return exitCode.failed;
    case undefined:
      return result.exitCode;
  }
}

/** The person at the terminal, who can be asked; undefined if there is no terminal. */
function personAt({ aside }: Output, interruption: Interruption): QuestionOptions | undefined {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  return {
    aside,
    keyboard: terminalKeyboard({
      input,
      output,
      onInterrupt: () => interruption.interrupt({ type: "signal", signal: "SIGINT" }),
    }),
    write: (text) => new Promise((resolve) => void output.write(text, () => resolve())),
    style: () => styleFor(output, { environment: process.env }),
  };
}

async function folder(given: string): Promise<string> {
  const path = resolve(given);
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) throw new UsageError(t("--cwd: no such folder: {folder}", { folder: given }));
  return path;
}
