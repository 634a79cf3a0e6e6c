/**
 * Attempts to sign in, by address. The token cannot be guessed; this keeps those who try from filling the log.
 */

import { createPace, type Pace } from "../limits/pace.ts";

export interface SignInAttempts {
  /** How many seconds the address has to wait; 0 if this attempt is welcome. One that is not welcome is not counted. */
  waitOf(address: string): number;
}

// An attacker with more addresses than this must not fill our memory too.
const MAX_ADDRESSES = 10_000;

export function createSignInAttempts(options: {
  readonly perMinute: number;
  readonly now?: () => number;
}): SignInAttempts {
  const { perMinute, now = () => performance.now() } = options;
  const paces = new Map<string, { readonly pace: Pace; allowedAgainAt: number }>();
  return {
    waitOf(address) {
      const known = paces.get(address) ?? {
        pace: createPace({ perSecond: perMinute / 60, burst: perMinute, now }),
        allowedAgainAt: -Infinity,
      };
      const left = known.allowedAgainAt - now();
      if (left > 0) return Math.ceil(left / 1000);
      forgetFresh();
      paces.set(address, known);
      const wait = known.pace.take();
      known.allowedAgainAt = now() + wait;
      return Math.ceil(wait / 1000);
    },
  };

  function forgetFresh(): void {
    if (paces.size < MAX_ADDRESSES) return;
    for (const [address, { pace }] of paces) if (pace.isFresh) paces.delete(address);
    if (paces.size >= MAX_ADDRESSES) paces.clear();
  }
}
