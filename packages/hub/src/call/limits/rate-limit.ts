/**
 * Limits the calls to a server per minute, by a sliding window: never more than allowed in any minute, wherever that
 * minute begins.
 */

import { formatDuration } from "@tenon/basis";

import { CallError } from "../call-error.ts";

export interface RateLimit {
  /** Call it just before sending. Throws a `CallError`, `rate_limited`, that says when to try again. */
  take(): void;
}

const MINUTE_MS = 60_000;

export function createRateLimit(options: {
  readonly callsPerMinute: number;
  readonly clock: { now(): number };
}): RateLimit {
  const { callsPerMinute, clock } = options;
  if (!Number.isInteger(callsPerMinute) || callsPerMinute < 1) {
    throw new RangeError(`callsPerMinute is ${callsPerMinute}, but must be an integer of at least 1`);
  }
  // When calls were sent, in a ring: `next` is the oldest once it is full.
  const sentAt: number[] = [];
  let next = 0;

  return {
    take() {
      const now = clock.now();
      const oldest = sentAt[next];
      const retryAfterMs = oldest === undefined ? 0 : oldest + MINUTE_MS - now;
      if (retryAfterMs > 0) throw rateLimited(callsPerMinute, retryAfterMs);
      sentAt[next] = now;
      next = (next + 1) % callsPerMinute;
    },
  };
}

function rateLimited(callsPerMinute: number, retryAfterMs: number): CallError {
  const calls = callsPerMinute === 1 ? "1 call" : `${callsPerMinute} calls`;
  const message = `Rate limit of ${calls} per minute reached for this server. Try again in ${formatDuration(Math.ceil(retryAfterMs / 1_000) * 1_000)}.`;
  return new CallError("rate_limited", message, { callsPerMinute, retryAfterMs });
}
