/**
 * Where time comes from, so that a test can be the one who moves it.
 */

import { setTimeout as sleep } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves when this much time has passed; rejects when the signal aborts. */
  after(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  after: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};
