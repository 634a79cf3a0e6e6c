import { createContext, Script } from "node:vm";

import { objectOf } from "../json.ts";

/** Undefined if the time was up. Throws what the work throws. It blocks, so the time should be short. */
export type TimedRunner = <T>(milliseconds: number, work: () => T) => { readonly value: T } | undefined;

/**
 * Runs work that may never end, such as a regular expression that backtracks. Node.js can only stop what runs as a
 * script, and only by wall-clock time. To make one costs more than to use it; work must not use the same one again.
 */
export function createTimedRunner(): TimedRunner {
  const context: { work?: () => void } = createContext({ work: undefined });
  const script = new Script("work()");
  return <T>(milliseconds: number, work: () => T) => {
    let result: { readonly value: T } | undefined;
    context.work = () => {
      result = { value: work() };
    };
    try {
      script.runInContext(context, { timeout: milliseconds });
    } catch (error) {
      if (!isTimeout(error)) throw error;
    } finally {
      delete context.work;
    }
    return result;
  };
}

/** Not an `instanceof Error`: it was made in the script's context. */
function isTimeout(error: unknown): boolean {
  return objectOf(error)["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
