/**
 * Work on things that may not be worked on twice at once, such as a session that two requests want to open: one after
 * another for each, side by side for different ones.
 */

import { setImmediate } from "node:timers/promises";

export interface OneAtATime {
  /** What was asked for before is done first, whatever becomes of it. */
  run<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(id, work) {
      const done = (last.get(id) ?? Promise.resolve()).then(work);
      const settled = done.then(answerLeaves, answerLeaves);
      last.set(id, settled);
      void settled.then(() => last.get(id) === settled && last.delete(id));
      return done;
    },
    async settled() {
      while (last.size > 0) await Promise.all(last.values());
    },
  };
}

/** The answer to a request leaves before the next one begins. */
async function answerLeaves(): Promise<void> {
  await setImmediate();
}
