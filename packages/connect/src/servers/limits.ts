/**
 * How much the gateway's side may ask of this machine at once. It is not trusted to stop by itself.
 */

import { type Clock, formatBytes, RPC_ERROR } from "@tenon/basis";

import type { BindingError } from "./provided-server.ts";

export interface ProviderLimits {
  /** Requests under way to one server, and to all. */
  readonly perServer: number;
  readonly active: number;
  /** Requests in a second, and how many may come at once. */
  readonly perSecond: number;
  readonly burst: number;
  /** Characters of one request. */
  readonly requestLength: number;
}

export const LIMITS: ProviderLimits = {
  perServer: 64,
  active: 256,
  perSecond: 100,
  burst: 500,
  requestLength: 8 * 1024 * 1024,
};

export interface Admission {
  /** Why a request is not taken; undefined if it is. */
  refuse(request: {
    readonly length: number;
    readonly ofServer: number;
    readonly ofAll: number;
  }): BindingError | undefined;
}

export function createAdmission(limits: ProviderLimits, clock: Clock): Admission {
  let tokens = limits.burst;
  let at = clock.now();
  return {
    refuse({ length, ofServer, ofAll }) {
      const now = clock.now();
      tokens = Math.min(limits.burst, tokens + ((now - at) / 1_000) * limits.perSecond);
      at = now;
      if (tokens < 1) return limited(`More than ${limits.perSecond} requests in a second`);
      tokens -= 1;
      if (ofServer >= limits.perServer) return limited(`${limits.perServer} requests of this kind are under way`);
      if (ofAll >= limits.active) return limited(`${limits.active} requests are under way`);
      if (length > limits.requestLength) return limited(`The request exceeds ${formatBytes(limits.requestLength)}`);
      return undefined;
    },
  };
}

function limited(message: string): BindingError {
  return { code: RPC_ERROR.limitReached, message };
}
