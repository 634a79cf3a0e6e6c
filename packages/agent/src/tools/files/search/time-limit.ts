/**
 * Runs a step of work that may never end by itself, such as a regular expression that tries without end.
 */

import { createContext, Script } from "node:vm";

export class TimeLimitError extends Error {
  readonly code = "TIME_LIMIT";

  constructor(options?: ErrorOptions) {
    super("It took too long", options);
    this.name = "TimeLimitError";
  }
}

/** Throws a `TimeLimitError` when the time is up, wherever the step is then. Not quite free: for steps, not for lines. */
export type RunWithin = <T>(milliseconds: number, step: () => T) => T;

export function createTimeLimit(): RunWithin {
  // Node.js can stop what runs only if it runs as a script.
  const context: { step?: () => void } = createContext({ step: undefined });
  const script = new Script("step()");
  return <T>(milliseconds: number, step: () => T): T => {
    let result: { readonly value: T } | undefined;
    context.step = () => {
      result = { value: step() };
    };
    try {
      script.runInContext(context, { timeout: milliseconds });
    } catch (cause) {
      throw isTimeout(cause) ? new TimeLimitError({ cause }) : cause;
    } finally {
      delete context.step;
    }
    if (!result) throw new TimeLimitError();
    return result.value;
  };
}

/** It comes from the context of the script, and so is no `Error` of ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
