/**
 * Runs a step of work that may never end, such as a regular expression that backtracks. What counts is processor time: on
 * a busy machine a second may pass in which a step has had none.
 */

import { createTimedRunner } from "@tenon/basis/node";

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
  const run = createTimedRunner();
  return (milliseconds, step) => {
    // A little longer, so that the first check finds the processor time used up as well.
    const timeout = Math.ceil(milliseconds * 1.2);
    const before = process.threadCpuUsage();
    for (;;) {
      const result = run(timeout, step);
      if (result) return result.value;
      const { user, system } = process.threadCpuUsage(before);
      if ((user + system) / 1_000 >= milliseconds) throw new TimeLimitError();
    }
  };
}
