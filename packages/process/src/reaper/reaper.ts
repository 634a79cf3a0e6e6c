/**
 * Ends our children when we are gone and cannot: one watcher process, started just before the first child.
 *
 * The watcher knows of our end because the pipe to it closes, which happens however we end, SIGKILL included. While
 * children live there is a watcher: one that dies is replaced and given the list again.
 */

import type { ChildProcess } from "node:child_process";

import { startWatcher, type Watcher } from "./watcher.ts";

export interface Reaper {
  /** Runs `start`, which starts one child and returns it. At no moment is that child unknown to the watcher. */
  watch<T extends ChildProcess>(start: () => T): Promise<T>;
  /** Forgets a child whose tree is gone. */
  release(pid: number): void;
}

interface ReaperOptions {
  /** What the markers of all our children have in common. */
  readonly marks: string;
  /** The folder of our children's control groups. */
  readonly controlGroup: string | undefined;
  /** The marker of the tree that we are part of, so that an outer reaper finds our watcher too. */
  readonly inherited: string | undefined;
}

// A watcher that cannot live must not become a loop of starting it.
const REPLACE_AFTER_MS = 200;

export function createReaper({ marks, controlGroup, inherited }: ReaperOptions): Reaper {
  const watched = new Set<number>();
  let current: Promise<Watcher> | undefined;
  return { watch, release };

  async function watch<T extends ChildProcess>(start: () => T): Promise<T> {
    const watcher = await ensureWatcher();
    // Said beforehand: should we be killed between the fork and the next line, the watcher waits for the newcomer.
    watcher.write("?");
    let child: T | undefined;
    try {
      child = start();
      return child;
    } finally {
      if (child?.pid === undefined) watcher.write(".");
      else {
        watched.add(child.pid);
        watcher.write(`+${child.pid}`);
      }
    }
  }

  function release(pid: number): void {
    watched.delete(pid);
    // Without a watcher there is nothing to forget.
    void current?.then((watcher) => watcher.write(`-${pid}`)).catch(() => {});
  }

  function ensureWatcher(): Promise<Watcher> {
    return (current ??= begin());
  }

  async function begin(): Promise<Watcher> {
    try {
      const watcher = await startWatcher({ inherited });
      void watcher.died.then(() => {
        current = undefined;
        replaceSoon();
      });
      watcher.write(marks);
      watcher.write(controlGroup ?? "");
      for (const pid of watched) watcher.write(`+${pid}`);
      return watcher;
    } catch (error) {
      current = undefined;
      throw error;
    }
  }

  function replaceSoon(): void {
    if (watched.size === 0) return;
    const timer = setTimeout(() => void ensureWatcher().catch(replaceSoon), REPLACE_AFTER_MS);
    timer.unref();
  }
}
