/**
 * Wakes those who wait for new records of a session, written here or by another process.
 */

import { addAbortListener } from "node:events";

import type { Store } from "../store/store.ts";

export interface Changes {
  /** Something was written to, or happened to, these sessions. */
  announce(keys: Iterable<number>): void;
  /** Begin before reading: what is written after that is not missed. */
  follow(key: number): Follower;
}

export interface Follower extends Disposable {
  /** Resolves at the next change since the last time it resolved, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
}

export function createChanges(store: Pick<Store, "watch">): Changes {
  const followers = new Map<number, Set<() => void>>();
  let watching: Disposable | undefined;
  return { announce, follow };

  function announce(keys: Iterable<number>) {
    for (const key of keys) for (const wake of followers.get(key) ?? []) wake();
  }

  function follow(key: number): Follower {
    let hasChanged = false;
    let resolveNext: (() => void) | undefined;
    const wake = () => {
      hasChanged = true;
      resolveNext?.();
    };
    const same = followers.get(key) ?? new Set();
    followers.set(key, same.add(wake));
    watching ??= store.watch((changed) => announce(changed?.map(({ key }) => key) ?? followers.keys()));
    return {
      async next(signal) {
        if (!hasChanged && !signal.aborted) {
          const { promise, resolve } = Promise.withResolvers<void>();
          resolveNext = resolve;
          using _ = addAbortListener(signal, () => resolve());
          await promise;
        }
        hasChanged = false;
      },
      [Symbol.dispose]() {
        same.delete(wake);
        if (same.size === 0) followers.delete(key);
        if (followers.size > 0) return;
        watching?.[Symbol.dispose]();
        watching = undefined;
      },
    };
  }
}
