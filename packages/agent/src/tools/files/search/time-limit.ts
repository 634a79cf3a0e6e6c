/**
 * Runs a step of work that may never end by itself, such as a regular expression that tries without end.
 *
 * What counts is the processor's time: on a machine with much else to do, a second may pass in which a step has had none.
 */

import { createContext, Script } from "node:vm";

export class TimeLimitError extends Error {
  readonly code = "TIME_LIMIT";

  constructor() {
    super("It took too long");
    this.name = "TimeLimitError";
  }
}

/**
 * Throws a `TimeLimitError` when the step has had so much of the processor, wherever it is then. A step that only had to
 * wait may be cut off too, and is then called again: it has to go on from where it was. Not quite free: for steps, not for
 * lines.
 */
export type RunWithin = <T>(milliseconds: number, step: () => T) => T;

export function createTimeLimit(): RunWithin {
  // Node.js can stop what runs only if it runs as a script, and only by the clock on the wall.
  const context: { step?: () => void } = createContext({ step: undefined });
  const script = new Script("step()");
  return <T>(milliseconds: number, step: () => T): T => {
    // A little longer, so that the first look finds the processor's time up as well.
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

/** It comes from the context of the script, and so is no `Error` of ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
