/**
 * Runs work one after another for each key, and side by side for different keys.
 */
export interface KeyedQueue {
  /** Starts at once if nothing is under way for the key. What came before may have failed. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = last.get(key);
      const done = before ? before.then(work, work) : work();
      last.set(key, done);
      try {
        return await done;
      } finally {
        if (last.get(key) === done) last.delete(key);
      }
    },
    async settled() {
      while (last.size > 0) await Promise.allSettled(last.values());
    },
  };
}
