/**
 * What still runs, so that a toolset stops only after it: also work that no request waits for any more.
 */

export interface Works {
  /** Returns the same promise. */
  add<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing runs. Never rejects. */
  settled(): Promise<void>;
}

export function createWorks(): Works {
  const running = new Set<Promise<unknown>>();
  return {
    add(work) {
      running.add(work);
      const forget = () => void running.delete(work);
      work.then(forget, forget);
      return work;
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
