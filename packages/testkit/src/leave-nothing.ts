/**
 * Runs a block of test code and then insists that nothing of it is left.
 *
 * It sees what the block's own asynchronous context opened and what would keep the process running: timers, child
 * processes, sockets, pipes, servers, watchers, signal listeners, workers. It also sees processes anywhere that carry
 * the mark, so the block has to start its children with `environment`. Other tests, in this thread or another, do not
 * disturb it.
 *
 * It cannot see what was opened before the block or by code that another context runs (a shared pool), what is
 * unreferenced (`unref()`, idle keep-alive sockets), plain file descriptors, event listeners, or memory.
 */

import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { markedProcesses, ProcessesLeftError } from "./process-probe.ts";
import type { EnvironmentMark, LivingProcess } from "./process-table.ts";

export interface LeaveNothingOptions {
  /** How long things may take to be gone after the block, in milliseconds. */
  readonly within?: number;
}

export class LeftBehindError extends Error {
  readonly code = "left_behind";
  readonly details: { readonly resources: readonly string[]; readonly processes: readonly LivingProcess[] };

  constructor(resources: readonly string[], processes: readonly LivingProcess[]) {
    const lines = [...resources, ...processes.map(({ pid, command }) => `process ${pid}: ${command}`)];
    super(`The block left behind:\n${lines.join("\n")}`);
    this.name = "LeftBehindError";
    this.details = { resources, processes };
  }
}

/** Resolves with the block's result; rejects with a `LeftBehindError` if something is left. */
export async function leaveNothing<T>(
  block: (context: { readonly environment: Readonly<Record<string, string>> }) => Promise<T>,
  options: LeaveNothingOptions = {},
): Promise<T> {
  const mark = { name: "TENON_TEST_BLOCK", value: randomUUID() };
  let isMarkUsed = false;
  const opened = watchOpened();
  try {
    const result = await opened.during(() =>
      block({
        get environment() {
          isMarkUsed = true;
          return { [mark.name]: mark.value };
        },
      }),
    );
    const deadline = performance.now() + (options.within ?? 20_000);
    while (opened.stillOpen().length > 0 && performance.now() < deadline) await sleep(5);
    const resources = opened.stillOpen().map(({ kind, at }) => `${kind}${whereFrom(at)}`);
    // To look at every process of the machine takes longer than many a test.
    const processes = isMarkUsed ? await whoIsLeft(mark, Math.max(0, deadline - performance.now())) : [];
    if (resources.length > 0 || processes.length > 0) throw new LeftBehindError(resources, processes);
    return result;
  } finally {
    opened.stopWatching();
  }
}

async function whoIsLeft(mark: EnvironmentMark, within: number): Promise<readonly LivingProcess[]> {
  try {
    await markedProcesses(mark).gone({ within });
    return [];
  } catch (error) {
    if (error instanceof ProcessesLeftError) return error.details.left;
    throw error;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  Timeout: "timer",
  PROCESSWRAP: "child process",
  PIPEWRAP: "pipe",
  PIPESERVERWRAP: "pipe server",
  TCPWRAP: "socket",
  TCPSERVERWRAP: "server",
  UDPWRAP: "UDP socket",
  FSEVENTWRAP: "file watcher",
  STATWATCHER: "file watcher",
  SIGNALWRAP: "signal listener",
  WORKER: "worker",
};

interface Opened {
  readonly resource: object;
  readonly kind: string;
  /** Its stack is only written out when it is asked for. */
  readonly at: Error;
}

function watchOpened() {
  const inBlock = new AsyncLocalStorage<true>();
  const opened = new Map<number, Opened>();
  const hook = createHook({
    // A promise is none of the kinds, and to be notified of each is expensive.
    trackPromises: false,
    init(id, type, _trigger, resource) {
      const kind = KINDS[type];
      if (kind && inBlock.getStore()) opened.set(id, { resource, kind, at: new Error() });
    },
    destroy: (id) => void opened.delete(id),
  }).enable();
  return {
    during: <T>(block: () => Promise<T>) => inBlock.run(true, block),
    stillOpen: () => [...opened.values()].filter(({ resource }) => isReferenced(resource)),
    stopWatching: () => void hook.disable(),
  };
}

function isReferenced(resource: object): boolean {
  return !("hasRef" in resource) || typeof resource.hasRef !== "function" || resource.hasRef() === true;
}

/** The first line of the stack below the hook that is not Node's own. */
function whereFrom({ stack }: Error): string {
  const lines = stack?.split("\n").slice(2) ?? [];
  const line = lines.find((line) => !/[( ]node:/.test(line));
  return line ? ` opened ${line.trim()}` : "";
}
