/**
 * Runs the file, with pipes, an exact environment, and a group and session of its own.
 */

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

import { defined, errorCode } from "@tenon/basis";

import type { ChildCommand, ChildOptions } from "./child.ts";
import { ChildError } from "./child-error.ts";
import { thisProcess } from "./this-process.ts";
import { MARKER } from "./tree/marker.ts";
import { createProcessTree, type ProcessTree } from "./tree/process-tree.ts";
import { readStartTime } from "./tree/read-proc.ts";

const isWindows = process.platform === "win32";

type ProcessHandle = ChildProcessByStdio<Writable, Readable, Readable>;

export interface SpawnedProcess {
  readonly handle: ProcessHandle;
  readonly pid: number;
  readonly tree: ProcessTree;
}

interface Spawning {
  readonly file: string;
  readonly command: ChildCommand;
  readonly signal: AbortSignal | undefined;
  readonly streams: NonNullable<ChildOptions["streams"]>;
}

/** Resolves once the program runs. Every failure to get there is a ChildError, or the signal's reason. */
export async function spawnProcess({ file, command, signal, streams }: Spawning): Promise<SpawnedProcess> {
  const { cwd, env } = command;
  // A .cmd file, which is what npx is on Windows, needs cmd.exe and its quoting.
  const run: typeof spawn = isWindows ? (await import("cross-spawn")).default : spawn;
  const { mark, marker } = thisProcess.nextMark();
  const controlGroup = thisProcess.controlGroups.create(mark);
  const [program, args] = toRun(file, command.args ?? [], { streams, entrance: controlGroup?.entrance });
  const start = () => {
    signal?.throwIfAborted();
    try {
      const started = run(program, args, {
        cwd,
        env: { ...env, [MARKER]: marker },
        detached: !isWindows,
        stdio: ["pipe", "pipe", "pipe"],
        windowsHide: true,
      });
      // Moved only now that it runs: a shell that moved itself first would turn every failed start into an exit code.
      // And before anything is awaited: a program that forks meanwhile leaves its daemon outside.
      if (streams === "three" && started.pid !== undefined) controlGroup?.add(started.pid);
      return started;
    } catch (cause) {
      throw startFailed(cause, { file, command });
    }
  };
  const handle = await thisProcess.reaper.watch(start).catch((error: unknown) => {
    controlGroup?.remove();
    throw error;
  });
  const { pid } = handle;
  if (pid === undefined) {
    controlGroup?.remove();
    const [cause] = await once(handle, "error");
    throw startFailed(cause, { file, command });
  }
  // Nothing was reaped since the spawn, so this is the child's own start time even if it has left already.
  const startedAt = readStartTime(pid);
  const { table } = thisProcess;
  return { handle, pid, tree: createProcessTree({ pid, startedAt, mark }, { table, controlGroup }) };
}

/** Node.js cannot make one pipe a child's stdout and stderr, so a shell joins the two and then becomes the program. */
function toRun(file: string, args: readonly string[], { streams, entrance }: Running): [string, readonly string[]] {
  if (streams === "three" || isWindows) return [file, args];
  const enter = entrance === undefined ? "" : '(echo $$ >"$0") 2>/dev/null; ';
  return ["/bin/sh", ["-c", `${enter}exec "$@" 2>&1 </dev/null`, entrance ?? "sh", file, ...args]];
}

interface Running extends Pick<Spawning, "streams"> {
  /** The door of its control group, for the shell to pass through before it becomes the program. */
  readonly entrance: string | undefined;
}

function startFailed(
  cause: unknown,
  { file, command: { command, cwd, env } }: Pick<Spawning, "file" | "command">,
): ChildError {
  // Not its message, which may quote an argument.
  const reason = errorCode(cause) ?? "unknown error";
  // The file was there a moment ago: what the system did not find is what the file asks to be run with.
  const hint = reason === "ENOENT" ? " (the file exists, so the interpreter named in its first line does not)" : "";
  const message = `Could not start "${command}" in ${cwd}: running ${file} failed with ${reason}${hint}.`;
  const details = { command, cwd, file, ...defined({ path: env["PATH"] }) };
  return new ChildError("start_failed", message, details, { cause });
}
