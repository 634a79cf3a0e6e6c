/** A sleep that ends after a time or with `wake()`. A wake before the sleep ends the next one at once. */
export interface Alarm {
  /** Resolves after the time, at the next wake, or when the signal aborts. */
  sleep(ms: number | undefined, signal: AbortSignal): Promise<void>;
  wake(): void;
  /** A wake until now ends no later sleep. */
  clear(): void;
}

export function createAlarm(): Alarm {
  let wake: (() => void) | undefined;
  let isWoken = false;
  return {
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          wake = undefined;
          isWoken = false;
          resolve();
        };
        const timer = ms === undefined ? undefined : setTimeout(done, ms);
        signal.addEventListener("abort", done);
        wake = done;
        if (signal.aborted || isWoken) done();
      }),
    wake() {
      isWoken = true;
      wake?.();
    },
    clear: () => void (isWoken = false),
  };
}
