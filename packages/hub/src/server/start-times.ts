/**
 * How long a server may take to start, and how long a first prompt waits for it.
 */

import type { RevisionMemory } from "../connection/protocol/revision-memory.ts";
import type { ServerSpec } from "../server-spec.ts";

export interface StartTimes {
  /** A try begins. Returns how long it may take: twice as long each time, unless the owner has set how long. */
  begin(): number;
  /** The try has succeeded, so the next one begins anew. */
  succeeded(): void;
  /** How long to wait from now on: a server that is known to be slow is waited for until it should be there. */
  patienceMs(): number;
}

export interface StartTimesOptions {
  readonly startMs: number;
  readonly waitMs: number;
  /** Whether the owner has set how long to wait. */
  readonly isWaitSet: boolean;
  readonly memory: RevisionMemory;
  readonly now: () => number;
}

const MAX_START_MS = 10 * 60_000;
const MAX_WAIT_MS = 10_000;

export function createStartTimes(spec: ServerSpec, options: StartTimesOptions): StartTimes {
  const { startMs, waitMs, isWaitSet, memory, now } = options;
  const configuredMs = spec.options?.startMs;
  let tries = 0;
  let begunAt: number | undefined;
  return {
    begin() {
      begunAt ??= now();
      // Killed after the same time again and again, a slow download would never end.
      const ms = configuredMs ?? Math.min(Math.max(startMs, MAX_START_MS), startMs * 2 ** tries);
      tries += 1;
      return ms;
    },
    succeeded: () => void (tries = 0),
    patienceMs() {
      const { tookMs } = memory.recall(spec) ?? {};
      if (isWaitSet || tookMs === undefined || begunAt === undefined) return waitMs;
      const expectedMs = Math.min(MAX_WAIT_MS, tookMs * 1.25 + 500);
      return Math.max(waitMs, begunAt + expectedMs - now());
    },
  };
}
