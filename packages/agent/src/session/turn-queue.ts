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
      const stopReason = last
        .then(() => (either.aborted ? ("cancelled" as const) : run(either)))
        .finally(() => turns.delete(turn));
      // A failed turn is told to its own prompt; the next turn runs all the same.
      last = stopReason.catch(() => {});
      return stopReason;
    },
    cancel() {
      for (const turn of turns) turn.abort();
    },
    async settled() {
      await last;
    },
  };
}
