/**
 * A command in a terminal of the editor: the user sees it run, and may end it.
 *
 * The terminal is in the tool call before it can be released [R106], and it is released once, whatever happens [R101].
 */

import { type Clock, errorMessage } from "@tenon/basis";
import { isWithheldVariable } from "@tenon/policy";

import { commandEnvironment, type Environment } from "../commands/command-environment.ts";
import { ToolError } from "../tool-error.ts";
import { askEditor, isUnsupported } from "./ask-editor.ts";
import { readExitStatus, readTerminalId, readTerminalOutput } from "./editor-answer.ts";
import type { Editor } from "./editor.ts";
import type { Inherited } from "./own-command.ts";
import type { CommandToStart, StartedCommand } from "./session-commands.ts";
import { programOf } from "./own-command.ts";

const CREATE_MS = 30_000;

/** Rejects as the request does if the editor has no terminals after all. */
export async function startEditorCommand(
  start: CommandToStart,
  { request }: Editor,
  { env, passed, clock, isWindows }: Inherited & { readonly clock: Clock; readonly isWindows: boolean },
): Promise<StartedCommand> {
  const { cwd, outputBytes, signal, embed } = start;
  const { command, args } = programOf(withoutInput(start.run, isWindows), isWindows);
  const terminal = {
    command,
    args,
    cwd,
    env: namedValues(commandEnvironment({}, { given: { ...blanked(env, passed()), ...start.env }, cwd })),
    outputByteLimit: outputBytes,
  };
  const creating = request("terminal/create", terminal).then(readTerminalId);
  const release = async (terminalId: string) => {
    await request("terminal/release", { terminalId }).catch(() => {}); // It is gone either way.
  };
  const question = { method: "terminal/create", ms: CREATE_MS, signal, clock };
  const terminalId = await askEditor(() => creating, question).catch((error: unknown) => {
    // A terminal that comes too late is released when it comes.
    void creating.then(release).catch(() => {});
    signal.throwIfAborted();
    throw isUnsupported(error) || error instanceof ToolError ? error : failedInEditor(error);
  });
  try {
    await embed(terminalId);
    signal.throwIfAborted();
  } catch (error) {
    void release(terminalId);
    throw error;
  }
  const ended = request("terminal/wait_for_exit", { terminalId }).then(readExitStatus).catch(failedInEditor);
  ended.catch(() => {}); // reported to those who wait for it
  return {
    async output() {
      const answer = request("terminal/output", { terminalId });
      return await answer.then(readTerminalOutput).catch(failedInEditor);
    },
    ended,
    async end() {
      await request("terminal/kill", { terminalId }).catch(failedInEditor);
    },
    async release() {
      // On its way before anything that is sent later; a client that does not answer holds up nothing.
      void release(terminalId);
    },
  };
}

/** In a terminal a command could wait for input; ours never do [F-02]. */
function withoutInput(run: CommandToStart["run"], isWindows: boolean): CommandToStart["run"] {
  if (isWindows) return run;
  if ("shell" in run) return { shell: `exec </dev/null; ${run.shell}` };
  // The program and its arguments are those of the shell, which reads nothing but its own line [F-01].
  return { command: "/bin/sh", args: ["-c", 'exec "$0" "$@" </dev/null', run.command, ...run.args] };
}

/** An editor passes its own environment on, which is mostly ours, too. Nothing can be taken out of it, only emptied. */
function blanked(env: Environment, passed: readonly string[]): Environment {
  const withheld = Object.entries(env).filter(([name, value]) => isWithheldVariable(name, value, passed));
  return Object.fromEntries(withheld.map(([name]) => [name, ""]));
}

/** [R107] */
function namedValues(environment: Readonly<Record<string, string | undefined>>) {
  return Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

function failedInEditor(cause: unknown): never {
  const reason = errorMessage(cause);
  throw new ToolError(`The editor's terminal: ${reason}`, { cause });
}
