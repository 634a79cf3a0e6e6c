/**
 * A session's files and commands, as its tools see them: through the editor where it offers that, by ourselves otherwise,
 * with the same behaviour either way.
 *
 * Nothing here asks for permission: a tool names the subjects of its call, and runs only when they are allowed.
 */

import { isAbsolute } from "node:path";

import { type Clock, systemClock } from "@tenon/basis";
import { commandVariables, decide, defaultRules, isInside, type PathSubject } from "@tenon/policy";

import type { Environment } from "../commands/command-environment.ts";
import type { CommandEnd, CommandOutput } from "../commands/start-command.ts";
import { openClientFiles } from "./client-files.ts";
import { findClientPlace } from "./client-place.ts";
import type { Editor } from "./editor.ts";
import { findPlace } from "./find-place.ts";
import { openSessionCommands } from "./session-commands.ts";
import { openSessionFiles, type SessionFiles } from "./session-files.ts";

export interface Workspace {
  /** Absolute, as the client named it. */
  readonly cwd: string;
  /** Absolute, as the client named them; `cwd` is the first. */
  readonly roots: readonly string[];
  /** Where the files are: on this machine, or where the editor is, and then only the editor reads and writes them. */
  readonly tree: Tree;
  /** What programs of our own inherit: no secrets. */
  readonly env: Environment;
  /**
   * What the model means by a path: seen from `cwd` unless it is absolute, with every link followed. Rejects with a
   * `ToolError` if it can be no path at all; whether it may be used is for the policy to say.
   */
  place(path: string, access: "read" | "write"): Promise<WorkspacePath>;
  /** Whether a file may be read without asking. Searches leave out the others. */
  mayRead(subject: PathSubject): boolean;

  /** With `\n` and no byte order mark, unsaved changes included; undefined if there is none. `ToolError` if it is no text. */
  readText(place: WorkspacePath, options: { readonly signal: AbortSignal }): Promise<string | undefined>;
  /** Those that the editor has given or taken in this session, the latest first; not more than can be asked for again. */
  editorFiles(): readonly WorkspacePath[];
  /** The text as `readText` gives it, and a way to replace exactly that. The file is read once. */
  openText(place: WorkspacePath, options: { readonly signal: AbortSignal }): Promise<OpenedText>;
  /** The first bytes of the file on disk, and how many it has; undefined if there is none. */
  readStart(
    place: WorkspacePath,
    options: StartOptions,
  ): Promise<{ readonly bytes: Buffer; readonly size: number } | undefined>;

  /** Rejects with a `ToolError` if it cannot be started, or with the signal's reason. */
  startCommand(start: CommandStart): Promise<WorkspaceCommand>;
  /** Those that were started and not yet released, the oldest first. */
  readonly commands: readonly WorkspaceCommand[];
}

export type Tree = "machine" | "client";

export interface OpenedText {
  readonly text: string | undefined;
  /** Keeps the encoding, the mark, the line endings and the mode of what was there. Makes the folders that are missing. */
  write(text: string): Promise<void>;
}

export interface OpenWorkspace extends Workspace, AsyncDisposable {
  /** Ends every command. May be called twice; nothing can be started afterwards. */
  close(): Promise<void>;
}

export interface WorkspacePath {
  /** Absolute and real. */
  readonly path: string;
  /** The same file as the client knows it: below the folders as it named them. For diffs and locations [R87]. */
  readonly clientPath: string;
  /** For people and the model: seen from the working folder if it lies in it. */
  readonly name: string;
  readonly isInRoots: boolean;
  readonly subject: PathSubject;
}

interface StartOptions {
  readonly bytes: number;
  readonly signal: AbortSignal;
}

export interface CommandStart {
  /** A program with its arguments, or a line for a shell: never confused [F-01]. */
  readonly run: { readonly command: string; readonly args: readonly string[] } | { readonly shell: string };
  /** Absolute: a `clientPath`. Defaults to the session's folder. */
  readonly cwd?: string;
  /** Over what the command inherits. */
  readonly env?: Readonly<Record<string, string>>;
  /** How much of the end of the output is kept. */
  readonly outputBytes: number;
  /** Until it is started; afterwards it lives until it is released. */
  readonly signal: AbortSignal;
  /** Puts the editor's terminal into the tool call, before anything else can happen to it [R106]; not called without one. */
  readonly embed: (terminalId: string) => Promise<void>;
  /** Hears the output as it comes, in whole characters. Not called for the editor's terminals: those show it themselves. */
  readonly onText?: (text: string) => void;
}

/** Lives until it is released, at the latest when the session closes. The tool that starts one releases it [R101]. */
export interface WorkspaceCommand {
  readonly id: string;
  /** As a person would type it. */
  readonly line: string;
  readonly isInEditor: boolean;
  /** Rejects with a `ToolError` if the editor will not say. */
  output(): Promise<CommandOutput>;
  /** Rejects with a `ToolError` if the editor will not say; never unhandled. */
  readonly ended: Promise<CommandEnd>;
  /** Ends it and all it started; what it wrote can still be read. */
  end(): Promise<void>;
  /** Ends it if it still runs, and forgets it. May be called twice. Never rejects. */
  release(): Promise<void>;
}

export function openWorkspace(options: {
  readonly editor: Editor;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly newId: (kind: "terminal") => string;
  readonly env: Environment;
  /** Names of secrets that the user passes on to commands, as patterns; defaults to none. */
  readonly passedVariables?: () => readonly string[];
  /** `machine`, unless the session's folders are on the client's. */
  readonly tree?: Tree | undefined;
  /** A folder of this machine that may be read in any case: what is kept of the session's results. */
  readonly kept?: string | undefined;
  /** Without one: what the default rules allow. */
  readonly mayRead?: (subject: PathSubject) => boolean;
  readonly clock?: Clock;
}): OpenWorkspace {
  const { editor, cwd, newId, mayRead = isAllowedByDefault, clock = systemClock } = options;
  const { passedVariables: passed = () => [], tree = "machine", kept } = options;
  const roots = [cwd, ...options.roots.filter((root) => root !== cwd)];
  const { readText, editorFiles, openText, readStart } = filesOf(editor, { tree, clock });
  const commands = openSessionCommands({ editor, cwd, newId, inherited: { env: options.env, passed }, tree, clock });
  return {
    cwd,
    roots,
    tree,
    env: commandVariables(options.env),
    async place(path, access) {
      const isOurs = tree === "machine" || (kept !== undefined && isAbsolute(path) && isInside(path, kept));
      return isOurs ? await findPlace(path, { access, cwd, roots }) : findClientPlace(path, { access, cwd, roots });
    },
    mayRead,
    readText,
    editorFiles,
    openText,
    readStart,
    startCommand: commands.start,
    get commands() {
      return commands.list();
    },
    close: commands.close,
    [Symbol.asyncDispose]: commands.close,
  };
}

function filesOf(editor: Editor, { tree, clock }: { readonly tree: Tree; readonly clock: Clock }): SessionFiles {
  if (tree === "machine") return openSessionFiles(editor, clock);
  const kept = openSessionFiles({ ...editor, capabilities: {} }, clock);
  return openClientFiles(editor, { clock, kept });
}

function isAllowedByDefault(subject: PathSubject): boolean {
  return decide(subject, [defaultRules]).effect === "allow";
}
