/**
 * Where time comes from, so that a test can move it.
 */

export interface Clock {
  /** Milliseconds. Of `systemClock` since 1970, of `monotonicClock` only good for differences. */
  now(): number;
  /** Resolves after this time; rejects with the signal's reason when it aborts. */
  after(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: Date.now, after };

/** Not moved when the time of day is set. */
export const monotonicClock: Clock = { now: () => performance.now(), after };

// A longer timer overflows and fires at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Not node:timers/promises: that makes an error with a stack for every wait that ends early, and most do. */
function after(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const done = () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, MAX_TIMER_MS));
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
  });
}
