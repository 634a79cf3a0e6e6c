/**
 * A command as a child of ours. It has no terminal and nothing to read: a prompt for input sees the end of input.
 */

import { errorMessage } from "@tenon/basis";

import { commandEnvironment, type Environment } from "../commands/command-environment.ts";
import { startCommand } from "../commands/start-command.ts";
import { ToolError } from "../tool-error.ts";
import type { CommandToStart, StartedCommand } from "./session-commands.ts";
import type { CommandStart } from "./workspace.ts";

export interface Inherited {
  readonly env: Environment;
  /** Names of secrets that the user passes on to commands, as patterns. Asked for each command. */
  readonly passed: () => readonly string[];
}

export async function startOwnCommand(start: CommandToStart, { env, passed }: Inherited): Promise<StartedCommand> {
  const { run, cwd, outputBytes, onText, signal } = start;
  const inherited = commandEnvironment(env, { given: start.env ?? {}, passed: passed(), cwd });
  const command = { ...programOf(run), cwd, env: inherited };
  // The call's signal is only for the start: afterwards the command ends when it is released.
  const forLife = new AbortController().signal;
  const child = await startCommand(command, { maxBytes: outputBytes, onText, signal: forLife }).catch(
    (cause: unknown) => {
      throw new ToolError(errorMessage(cause), { cause });
    },
  );
  if (signal.aborted) await child.end();
  signal.throwIfAborted();
  return {
    output: async () => child.output(),
    ended: child.ended,
    end: () => child.end(),
    release: () => child.end(),
  };
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** The program that is really started. A shell line is one argument of a shell, and nothing of it is split [F-01]. */
export function programOf(run: CommandStart["run"], isWindows = process.platform === "win32"): Program {
  if (!("shell" in run)) return run;
  return isWindows
    ? { command: "cmd.exe", args: ["/d", "/s", "/c", run.shell] }
    : { command: "/bin/sh", args: ["-c", run.shell] };
}
