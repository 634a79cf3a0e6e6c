/**
 * What a child is: the words of this package, and nothing that runs.
 */

import type { Readable, Writable } from "node:stream";

export interface ChildCommand {
  /** An absolute path, a path with a slash (seen from `cwd`), or a name to look up on the PATH of `env`. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  /** The whole environment. Nothing comes from ours, except the one variable that marks the tree (`TENON_TREE`). */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ChildOptions {
  /** Aborted before the child runs, `startChild` rejects with its reason; aborted later, it means `close()`. */
  readonly signal?: AbortSignal | undefined;
  readonly ending?: Partial<EndingTimes>;
  /** How much of stderr `lastWords()` keeps. */
  readonly stderrTailBytes?: number;
  /** Hears stderr as it comes, in whole characters. Must not throw. */
  readonly onStderr?: ((text: string) => void) | undefined;
  /**
   * With `"one"` the child runs as in `command 2>&1 </dev/null`: it has nothing to read, and what it writes to stderr is
   * in `stdout`, in the order in which it wrote. On Windows, which has no such shell, stderr stays apart.
   */
  readonly streams?: "three" | "one";
}

/** How long each step of the end may take. A step that is not needed takes no time. */
export interface EndingTimes {
  /** After its stdin was closed, until SIGTERM. */
  readonly graceMs: number;
  /** After SIGTERM, until SIGKILL. */
  readonly termMs: number;
  /** After SIGKILL, until we give up and name the survivors. */
  readonly killMs: number;
}

export interface ChildExit {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildEnd extends ChildExit {
  /** Processes of its tree that even SIGKILL did not end in time; almost always none. */
  readonly survivors: readonly number[];
}

export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly command: string;
  readonly cwd: string;
  /** Writing after the child has left fails for the writer (callback, `pipeline`), and is never an uncaught error. */
  readonly stdin: Writable;
  /** Keeps what the child wrote, also when it is read only after the child has left. */
  readonly stdout: Readable;
  /** The end of what it wrote to stderr. */
  lastWords(): string;
  /** Resolves when the child itself has left; its last words are complete then. Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** Resolves when the child and everything it started are gone, however that came about. Never rejects. */
  readonly closed: Promise<ChildEnd>;
  /** Ends the child and everything it started. May be called again, when other times no longer count; returns `closed`. */
  close(ending?: Partial<EndingTimes>): Promise<ChildEnd>;
}
