/**
 * Whether a failed request is made again, and when. Both the number of tries and the total wait are bounded: the
 * user waits for the answer.
 */

import { backoffMs } from "@tenon/basis";

import type { ModelErrorCode } from "../model-error.ts";

const MAX_TOTAL_WAIT_MS = 120_000;
const FIRST_WAIT_MS = 1_500;
const MAX_WAIT_MS = 25_000;

/** How often a request is retried. Other failures would only repeat. */
const MAX_RETRIES: Partial<Readonly<Record<ModelErrorCode, number>>> = {
  rate_limited: 6,
  overloaded: 5,
  network: 3,
  broken_answer: 2,
  empty_answer: 1,
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
      if (done >= (MAX_RETRIES[code] ?? 0)) return undefined;
      const delay = Math.round(askedDelay ?? backoffMs(done, { firstMs: FIRST_WAIT_MS, maxMs: MAX_WAIT_MS, random }));
      if (waited + delay > MAX_TOTAL_WAIT_MS) return undefined;
      waited += delay;
      retries.set(code, done + 1);
      return delay;
    },
  };
}
