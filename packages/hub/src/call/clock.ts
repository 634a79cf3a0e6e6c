/**
 * Where time comes from, so that a test can be the one who moves it.
 */

import { setTimeout } from "node:timers/promises";

export interface Clock {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Resolves after this time or a little earlier; rejects with an `AbortError` when the signal aborts. */
  after(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

// A longer timer overflows and goes off at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own. It counts on when somebody sets the time of day. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async after(milliseconds, signal) {
    await setTimeout(Math.min(milliseconds, LONGEST_TIMER_MS), undefined, signal && { signal });
  },
};
