/**
 * How long a server has been silent, counted from its last sign of life: a line on stderr says that it is still
 * starting, which takes a minute when uvx or npx downloads it first.
 */

import type { Clock } from "@tenon/basis";

export interface Silence {
  /** The server has shown a sign of life that is no answer. */
  interrupt(): void;
  /** Resolves after `quietMs` of silence, or after `longestMs` in all; rejects when the signal aborts. */
  lasted(signal: AbortSignal): Promise<void>;
}

export function createSilence(options: {
  readonly quietMs: number;
  readonly longestMs: number;
  readonly clock: Clock;
}): Silence {
  const { quietMs, longestMs, clock } = options;
  const begin = clock.now();
  let lastSign = begin;
  return {
    interrupt: () => void (lastSign = clock.now()),
    async lasted(signal) {
      for (;;) {
        const left = Math.min(lastSign + quietMs, begin + longestMs) - clock.now();
        if (left <= 0) return;
        await clock.after(left, signal);
      }
    },
  };
}
