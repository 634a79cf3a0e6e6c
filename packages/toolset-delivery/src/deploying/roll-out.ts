/** Waits for a deployment to become healthy, and says what became of it. */

import { type Clock, errorMessage } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import type { DeploymentAdapter, Target } from "./adapter.ts";

export interface RollOut {
  /** `failed`: it broke off, or its health could not be found out. */
  readonly health: "healthy" | "unhealthy" | "failed";
  readonly detail: string;
}

export interface Expected {
  readonly version: string;
  readonly commit?: string;
}

export interface RollOutOptions {
  readonly adapter: DeploymentAdapter;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly signal: AbortSignal;
  onState(state: string): void;
}

/** `expected` is what must be live; without it, any version that is healthy will do. */
export async function waitForRollOut(
  target: Target,
  expected: Expected | undefined,
  { adapter, clock, timeoutMs, pollMs, signal, onState }: RollOutOptions,
): Promise<RollOut> {
  const until = clock.now() + timeoutMs;
  for (;;) {
    const seen = await look(target, expected, adapter, signal);
    onState(seen.detail);
    if (seen.isFinal) return { health: seen.health, detail: seen.detail };
    if (clock.now() + pollMs > until)
      return {
        health: seen.health,
        detail: `${seen.detail}; timed out after ${Math.round(timeoutMs / 1_000)} s`,
      };
    await clock.after(pollMs, signal);
  }
}

interface Seen extends RollOut {
  readonly isFinal: boolean;
}

async function look(
  target: Target,
  expected: Expected | undefined,
  adapter: DeploymentAdapter,
  signal: AbortSignal,
): Promise<Seen> {
  try {
    const live = await adapter.status(target, signal);
    if (!live) return { health: "failed", detail: "nothing is live", isFinal: false };
    const { version, health } = live;
    if (expected && !isSame(live, expected) && health !== "failed")
      return { health: "unhealthy", detail: `${version} is still live`, isFinal: false };
    const detail = `${version} is ${health}`;
    if (health === "healthy" || health === "failed") return { health, detail, isFinal: true };
    return { health: "unhealthy", detail, isFinal: false };
  } catch (error) {
    if (signal.aborted || !(error instanceof ToolError)) throw error;
    return { health: "failed", detail: `its health is not known: ${errorMessage(error)}`, isFinal: false };
  }
}

/** A branch is the same version before and after, so the commit decides where it is known. */
function isSame(live: Expected, expected: Expected): boolean {
  if (live.commit !== undefined && expected.commit !== undefined) return live.commit === expected.commit;
  return live.version === expected.version;
}
