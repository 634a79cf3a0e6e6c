/**
 * The commands of a session: in the editor's terminals if it has them, as children of ours otherwise, also when it turns
 * out that it has none.
 *
 * Each lives until it is released, and all of them are when the session closes.
 */

import { win32 } from "node:path";

import type { Clock } from "@tenon/basis";

import { ToolError } from "../tool-error.ts";
import { flavourOf } from "./client-place.ts";
import type { CommandStart, Tree, WorkspaceCommand } from "./workspace.ts";
import { isUnsupported } from "./ask-editor.ts";
import { startEditorCommand } from "./editor-command.ts";
import type { Editor } from "./editor.ts";
import { type Inherited, startOwnCommand } from "./own-command.ts";

export interface SessionCommands {
  start(start: CommandStart): Promise<WorkspaceCommand>;
  list(): readonly WorkspaceCommand[];
  close(): Promise<void>;
}

/** A command with nothing left open about it. */
export interface CommandToStart extends CommandStart {
  readonly cwd: string;
}

/** What both kinds of command can do. */
export type StartedCommand = Pick<WorkspaceCommand, "output" | "ended" | "end" | "release">;

export interface SessionCommandsOptions {
  readonly editor: Editor;
  readonly cwd: string;
  readonly newId: (kind: "terminal") => string;
  readonly inherited: Inherited;
  readonly tree: Tree;
  readonly clock: Clock;
}

// A model that starts servers in a loop must not take the machine down.
const MAX_COMMANDS = 32;

const NO_TERMINALS =
  "The session's folders are on the client's machine, and the client has no terminals: no command can be run there.";

export function openSessionCommands(options: SessionCommandsOptions): SessionCommands {
  const { cwd, newId } = options;
  const startProgram = createStarter(options);
  const lifetime = new AbortController();
  const starting = new Set<Promise<unknown>>();
  const commands = new Set<WorkspaceCommand>();

  return {
    async start(given) {
      if (commands.size + starting.size >= MAX_COMMANDS) {
        throw new ToolError(`${MAX_COMMANDS} commands are already running, which is the limit. Stop one first.`);
      }
      const signal = AbortSignal.any([given.signal, lifetime.signal]);
      signal.throwIfAborted();
      const kept = startProgram({ cwd, ...given, signal }).then((started) => keep(started, given));
      const settled = kept.catch(() => {}); // The caller that starts it gets the error.
      starting.add(settled);
      void settled.then(() => starting.delete(settled));
      return await kept;
    },
    list: () => [...commands],
    async close() {
      lifetime.abort(new ToolError("The session has ended."));
      await Promise.all(starting);
      await Promise.all([...commands].map((command) => command.release()));
    },
  };

  function keep(started: PlacedCommand, { run }: CommandStart): WorkspaceCommand {
    const command: WorkspaceCommand = {
      ...started,
      id: newId("terminal"),
      line: lineOf(run),
      async release() {
        if (commands.delete(command)) await started.release();
      },
    };
    commands.add(command);
    return command;
  }
}

type PlacedCommand = StartedCommand & Pick<WorkspaceCommand, "isInEditor">;

/** Starts commands in the editor's terminals, until the editor turns out to have none. */
function createStarter({ editor, cwd, tree, clock, inherited }: SessionCommandsOptions) {
  const isOfClient = tree === "client";
  // Of the client's machine, what it inherits is its own affair.
  const given = isOfClient ? { env: {}, passed: () => [] } : inherited;
  const isWindows = isOfClient ? flavourOf(cwd) === win32 : process.platform === "win32";
  let hasTerminals = editor.capabilities.terminal === true; // [R99]

  return async (command: CommandToStart): Promise<PlacedCommand> => {
    try {
      if (hasTerminals) {
        const started = await startEditorCommand(command, editor, { ...given, clock, isWindows });
        return { ...started, isInEditor: true };
      }
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      hasTerminals = false;
    }
    if (isOfClient) throw new ToolError(NO_TERMINALS);
    return { ...(await startOwnCommand(command, given)), isInEditor: false };
  };
}

/** What must be quoted for a shell is, so that the line can be read in one way only. */
export function lineOf(run: CommandStart["run"]): string {
  if ("shell" in run) return run.shell;
  return [run.command, ...run.args]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(" ");
}
