/**
 * How many calls a server gets in a minute. Each call takes a token, and the token comes back a minute later: so there
 * are never more calls than allowed in any minute, wherever that minute begins.
 */

import { CallError } from "../call-error.ts";
import { duration } from "../duration.ts";

export interface TokenBucket {
  /** To be taken just before the call is sent. Throws a `CallError`, `rate_limited`, that says when to try again. */
  take(): void;
}

const MINUTE_MS = 60_000;

export function createTokenBucket(options: {
  readonly callsPerMinute: number;
  readonly clock: { now(): number };
}): TokenBucket {
  const { callsPerMinute, clock } = options;
  if (!Number.isInteger(callsPerMinute) || callsPerMinute < 1) {
    throw new RangeError(`callsPerMinute is ${callsPerMinute}, but has to be a whole number of at least 1`);
  }
  // When the tokens were taken, in a ring: `next` is the oldest once it is full.
  const taken: number[] = [];
  let next = 0;

  return {
    take() {
      const now = clock.now();
      const oldest = taken[next];
      const retryAfterMs = oldest === undefined ? 0 : oldest + MINUTE_MS - now;
      if (retryAfterMs > 0) throw rateLimited(callsPerMinute, retryAfterMs);
      taken[next] = now;
      next = (next + 1) % callsPerMinute;
    },
  };
}

function rateLimited(callsPerMinute: number, retryAfterMs: number): CallError {
  const calls = callsPerMinute === 1 ? "1 call" : `${callsPerMinute} calls`;
  const message = `This server may get ${calls} a minute, and has had them. Try again in ${duration(retryAfterMs)}.`;
  return new CallError("rate_limited", message, { callsPerMinute, retryAfterMs });
}
