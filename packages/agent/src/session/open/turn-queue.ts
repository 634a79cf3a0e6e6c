/**
 * Turns one after another, in the order of their prompts [R76]. A cancel reaches the one that runs and all that wait.
 */

import type { StopReason } from "@agentclientprotocol/sdk";

export interface TurnQueue {
  /** Resolves with `cancelled` without running it if it was cancelled before its turn came. */
  add(run: (signal: AbortSignal) => Promise<StopReason>, signal: AbortSignal): Promise<StopReason>;
  cancel(): void;
  /** Resolves when none is left. Never rejects. */
  settled(): Promise<void>;
}

export function createTurnQueue(): TurnQueue {
  const turns = new Set<AbortController>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(run, signal) {
      const turn = new AbortController();
      turns.add(turn);
      const either = AbortSignal.any([turn.signal, signal]);
      let isRunning = false;
      const ran = last
        .then(() => {
          if (either.aborted) return "cancelled";
          isRunning = true;
          return run(either);
        })
        .finally(() => turns.delete(turn));
      // A failed turn rejects its own prompt; the next turn runs all the same.
      last = ran.catch(() => {});
      // One that only waits is cancelled at once, and not when the turns before it have ended.
      return new Promise((resolve, reject) => {
        const leave = () => isRunning || resolve("cancelled");
        either.addEventListener("abort", leave, { once: true });
        if (either.aborted) leave();
        ran.then(resolve, reject);
      });
    },
    cancel() {
      for (const turn of turns) turn.abort();
    },
    async settled() {
      await last;
    },
  };
}
