/** A wait that ends by itself after a time, or when somebody wakes it. */
export interface Alarm {
  /** Resolves after the time, at the next wake, or when the signal aborts. */
  sleep(ms: number | undefined, signal: AbortSignal): Promise<void>;
  wake(): void;
}

export function createAlarm(): Alarm {
  let wake = () => {};
  return {
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          wake = () => {};
          resolve();
        };
        const timer = ms === undefined ? undefined : setTimeout(done, ms);
        signal.addEventListener("abort", done);
        wake = done;
        if (signal.aborted) done();
      }),
    wake: () => wake(),
  };
}
