/**
 * Turns a running process into a Child.
 *
 * However it ends (by itself, by `close()`, by the signal, by another process), it ends in one place, `end`, which
 * leaves nothing behind: no process, no pipe, no listener, no timer.
 */

import { addAbortListener } from "node:events";

import { within } from "@tenon/basis";

import type { Child, ChildCommand, ChildEnd, ChildExit, ChildOptions, EndingTimes } from "./child.ts";
import type { SpawnedProcess } from "./spawn-process.ts";
import { drained } from "./streams/drained.ts";
import { keepOutput } from "./streams/keep-output.ts";
import { keepTail } from "./streams/keep-tail.ts";
import { endTree } from "./terminate/end-tree.ts";
import { endTreeOnWindows } from "./terminate/end-tree-on-windows.ts";
import { thisProcess } from "./this-process.ts";

// Ten children that ignore everything but SIGKILL are gone in little more than a second.
const ENDING: EndingTimes = { graceMs: 500, termMs: 500, killMs: 500 };

const STDERR_TAIL_BYTES = 8_192;

const isWindows = process.platform === "win32";

export function superviseChild(spawned: SpawnedProcess, command: ChildCommand, options: ChildOptions): Child {
  const { handle, pid, tree } = spawned;
  let ending = { ...ENDING, ...options.ending };
  const lastWords = keepTail(handle.stderr, {
    bytes: options.stderrTailBytes ?? STDERR_TAIL_BYTES,
    onText: options.onStderr,
  });
  const stdout = keepOutput(handle.stdout);
  ignoreErrorEvents(handle);

  const { left, exited } = watchExit(handle);
  const asked = Promise.withResolvers<void>();
  let isAsked = false;
  const abortListener = options.signal && addAbortListener(options.signal, () => asked.resolve());
  const closed = end();

  return {
    pid,
    command: command.command,
    cwd: command.cwd,
    stdin: handle.stdin,
    stdout: stdout.stream,
    lastWords,
    exited,
    closed,
    close,
    [Symbol.asyncDispose]: async () => void (await close()),
  };

  function close(times?: Partial<EndingTimes>): Promise<ChildEnd> {
    if (!isAsked) ending = { ...ending, ...times };
    isAsked = true;
    asked.resolve();
    return closed;
  }

  async function end(): Promise<ChildEnd> {
    const hasToLeave = await Promise.race([left.then(() => false), asked.promise.then(() => true)]);
    abortListener?.[Symbol.dispose]();
    if (hasToLeave) await askToLeave();
    const survivors = isWindows ? await endTreeOnWindows({ pid, left, ending }) : await endTree(tree, ending);
    thisProcess.reaper.release(pid);
    tree.release();
    const exit = survivors.includes(pid) ? { code: null, signal: null } : await exited;
    await stdout.finish();
    // Only matters for survivors, which must not keep us running too.
    handle.stdin.destroy();
    handle.stderr.destroy();
    handle.unref();
    return { ...exit, survivors };
  }

  async function askToLeave(): Promise<void> {
    // Who has left the group and hides its environment is only known by its parent, so look while that one lives.
    if (!isWindows) await tree.members();
    handle.stdin.end();
    await within(ending.graceMs, left);
  }
}

/** A write to a child that has left fails for its writer. Without a listener it would also end our process. */
function ignoreErrorEvents(handle: SpawnedProcess["handle"]): void {
  handle.stdin.on("error", () => {});
  handle.on("error", () => {});
}

/** `exited` also waits for what the child wrote to stderr. */
function watchExit(handle: SpawnedProcess["handle"]) {
  // `exit`, not `close`: a grandchild that holds the pipes would keep `close` from ever coming.
  const left = new Promise<ChildExit>((resolve) => handle.once("exit", (code, signal) => resolve({ code, signal })));
  const exited = left.then(async (exit) => {
    await drained(handle.stderr);
    return exit;
  });
  return { left, exited };
}
