/**
 * Runs a step of work that may never end, such as a regular expression that backtracks. What counts is processor time: on
 * a busy machine a second may pass in which a step has had none.
 */

import { createContext, Script } from "node:vm";

import { objectOf } from "@tenon/basis";

export class TimeLimitError extends Error {
  readonly code = "time_limit";

  constructor() {
    super("The time limit was exceeded");
    this.name = "TimeLimitError";
  }
}

/**
 * Throws a `TimeLimitError` when the step has used so much processor time. A step that only had to wait may be cut off too,
 * and is called again. Each call has a cost: for steps, not for lines.
 */
export type RunWithin = <T>(milliseconds: number, step: () => T) => T;

export function createTimeLimit(): RunWithin {
  // Node.js can only stop what runs as a script, and only by wall-clock time.
  const context: { step?: () => void } = createContext({ step: undefined });
  const script = new Script("step()");
  return <T>(milliseconds: number, step: () => T): T => {
    // A little longer, so that the first check finds the processor time used up as well.
    const timeout = Math.ceil(milliseconds * 1.2);
    const before = process.threadCpuUsage();
    for (;;) {
      const result = runFor(timeout, step);
      if (result) return result.value;
      const { user, system } = process.threadCpuUsage(before);
      if ((user + system) / 1_000 >= milliseconds) throw new TimeLimitError();
    }
  };

  /** Undefined if the time was up. */
  function runFor<T>(timeout: number, step: () => T): { readonly value: T } | undefined {
    let result: { readonly value: T } | undefined;
    context.step = () => {
      result = { value: step() };
    };
    try {
      script.runInContext(context, { timeout });
    } catch (error) {
      if (!isTimeout(error)) throw error;
    } finally {
      delete context.step;
    }
    return result;
  }
}

/** Not an `instanceof Error`: it was made in the script's context. */
function isTimeout(error: unknown): boolean {
  return objectOf(error)["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
