/**
 * Where time comes from, so that a test can be the one who moves it.
 */

export interface Clock {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Resolves after this time or a little earlier; rejects with the signal's reason when it aborts. */
  after(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

// A longer timer overflows and goes off at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own. It counts on when somebody sets the time of day. */
export const systemClock: Clock = {
  now: () => performance.now(),
  // Not timers/promises: it makes an error with a stack for every wait that ends early, and most do.
  after: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const done = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const timer = setTimeout(done, Math.min(milliseconds, LONGEST_TIMER_MS));
      signal?.addEventListener("abort", stop, { once: true });
      if (signal?.aborted) stop();
    }),
};
