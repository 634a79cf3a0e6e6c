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
  /** The ids of sessions that another process has changed, as far as the store knows them. */
  others(signal: AbortSignal): AsyncGenerator<string, void>;
}

export interface Follower extends Disposable {
  /** Resolves at the next change since the last time it resolved, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
}

export function createChanges(store: Pick<Store, "watch">): Changes {
  const followers = new Map<number, Set<() => void>>();
  const listeners = new Set<(sessionId: string) => void>();
  let watching: Disposable | undefined;
  return { announce, follow, others };

  function announce(keys: Iterable<number>) {
    for (const key of keys) for (const wake of followers.get(key) ?? []) wake();
  }

  function follow(key: number): Follower {
    const { wake, next } = createWaker();
    const same = followers.get(key) ?? new Set();
    followers.set(key, same.add(wake));
    watch();
    return {
      next,
      [Symbol.dispose]() {
        same.delete(wake);
        if (same.size === 0) followers.delete(key);
        unwatch();
      },
    };
  }

  async function* others(signal: AbortSignal): AsyncGenerator<string, void> {
    const changed = new Set<string>();
    const { wake, next } = createWaker();
    const listener = (sessionId: string) => {
      changed.add(sessionId);
      wake();
    };
    listeners.add(listener);
    watch();
    try {
      while (!signal.aborted) {
        yield* taken(changed);
        await next(signal);
      }
    } finally {
      listeners.delete(listener);
      unwatch();
    }
  }

  function watch() {
    watching ??= store.watch((changed) => {
      announce(changed?.map(({ key }) => key) ?? followers.keys());
      for (const { id } of changed ?? []) for (const listener of listeners) listener(id);
    });
  }

  function unwatch() {
    if (followers.size + listeners.size > 0) return;
    watching?.[Symbol.dispose]();
    watching = undefined;
  }
}

/** Takes out all there is, and what is added meanwhile. */
function* taken<Item>(items: Set<Item>): Generator<Item, void> {
  for (const item of items) {
    items.delete(item);
    yield item;
  }
}

/** Waits for the next change, or takes the one that has come since the last wait. */
function createWaker() {
  let hasChanged = false;
  let resolveNext: (() => void) | undefined;
  return {
    wake() {
      hasChanged = true;
      resolveNext?.();
    },
    /** Also resolves when the signal aborts. */
    async next(signal: AbortSignal): Promise<void> {
      if (!hasChanged && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        resolveNext = resolve;
        using _ = addAbortListener(signal, () => resolve());
        await promise;
      }
      hasChanged = false;
    },
  };
}
