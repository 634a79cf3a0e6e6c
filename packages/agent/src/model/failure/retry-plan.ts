/**
 * Whether a failed request is made again, and when. Both the number of tries and the whole of the waiting are bounded:
 * somebody waits for the answer.
 */

import type { ModelErrorCode } from "../model-error.ts";

const MOST_WAIT_MS = 120_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 20_000;

/** How often a request is made again. The rest is not: it would only fail again. */
const MOST_RETRIES: Partial<Readonly<Record<ModelErrorCode, number>>> = {
  RATE_LIMITED: 6,
  OVERLOADED: 5,
  NETWORK: 3,
  BROKEN_ANSWER: 2,
  EMPTY_ANSWER: 1,
};

export interface RetryPlan {
  /** How long to wait before the next try; undefined if there is none. */
  next(code: ModelErrorCode, askedDelay: number | undefined): number | undefined;
}

export function createRetryPlan(random: () => number): RetryPlan {
  const retries = new Map<ModelErrorCode, number>();
  let waited = 0;
  return {
    next(code, askedDelay) {
      const done = retries.get(code) ?? 0;
      if (done >= (MOST_RETRIES[code] ?? 0)) return undefined;
      // Not all who were turned away should come back at the same moment.
      const own = Math.min(FIRST_WAIT_MS * 2 ** done, LONGEST_WAIT_MS) * (0.75 + random() / 2);
      const delay = Math.round(askedDelay ?? own);
      if (waited + delay > MOST_WAIT_MS) return undefined;
      waited += delay;
      retries.set(code, done + 1);
      return delay;
    },
  };
}
