/**
 * How many calls of a tool may run at once and in a minute.
 */

import type { Clock } from "@tenon/basis";

import type { ToolLimits } from "../define/tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Cancellation } from "./cancellation.ts";

export interface Gate {
  /** Waits for a free slot; the returned function gives it back, and is called once. Throws a `ToolError` when there are too many calls. */
  enter(cancellation: Cancellation): (() => void) | Promise<() => void>;
}

const MINUTE_MS = 60_000;
const MAX_WAITING = 100;

export function createGate(
  { callsAtOnce = Infinity, callsPerMinute = Infinity }: Pick<ToolLimits, "callsAtOnce" | "callsPerMinute">,
  clock: Clock,
): Gate {
  let running = 0;
  const waiting: PromiseWithResolvers<void>[] = [];
  let started: number[] = [];

  return {
    enter(cancellation) {
      countCall();
      if (running >= callsAtOnce) return turn(cancellation).then(() => leave);
      running += 1;
      return leave;
    },
  };

  function countCall(): void {
    if (callsPerMinute === Infinity) return;
    const now = clock.now();
    started = started.filter((time) => time > now - MINUTE_MS);
    const oldest = started[0];
    if (started.length >= callsPerMinute && oldest !== undefined) {
      const seconds = Math.ceil((oldest + MINUTE_MS - now) / 1_000);
      throw new ToolError("rate_limited", `More than ${callsPerMinute} calls in a minute`, {
        hint: `Try again in ${seconds} s.`,
      });
    }
    started.push(now);
  }

  async function turn(cancellation: Cancellation): Promise<void> {
    if (waiting.length >= MAX_WAITING) {
      throw new ToolError("busy", `${waiting.length} calls are waiting already`, { hint: "Try again later." });
    }
    const mine = Promise.withResolvers<void>();
    waiting.push(mine);
    try {
      await cancellation.race(mine.promise);
    } catch (error) {
      const at = waiting.indexOf(mine);
      // The slot may have been handed over in the same moment.
      if (at === -1) leave();
      else waiting.splice(at, 1);
      throw error;
    }
  }

  /** A slot is handed to the next call that waits, so `running` does not change. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next.resolve();
    else running -= 1;
  }
}
