/**
 * When a server that failed is tried again: after growing pauses, and after too many failures in a row only on demand.
 */

export interface Retries {
  /** An attempt begins. */
  begin(): void;
  /** The pause after an attempt has ended; undefined if the server is given up until it is needed. */
  pauseAfter(attempt: { readonly isFailure: boolean; readonly isFinal: boolean }): number | undefined;
  /** Whether it was given up long enough ago to be tried again. */
  isDue(): boolean;
}

// A program that cannot start is not started for ever [P14].
const MAX_FAILURES = 5;
// A server that was given up is tried again with a prompt, but not with every prompt.
const RETRY_MS = 60_000;

export function createRetries(options: {
  readonly pauseMs: (failures: number) => number;
  readonly now: () => number;
}): Retries {
  let failures = 0;
  let givenUpAt: number | undefined;
  return {
    begin: () => void (givenUpAt = undefined),
    pauseAfter({ isFailure, isFinal }) {
      failures = isFailure ? failures + 1 : 0;
      const isOver = failures > MAX_FAILURES || isFinal;
      givenUpAt = isOver ? options.now() : undefined;
      return isOver ? undefined : options.pauseMs(Math.max(0, failures - 1));
    },
    isDue: () => givenUpAt !== undefined && options.now() - givenUpAt > RETRY_MS,
  };
}
