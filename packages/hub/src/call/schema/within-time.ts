/**
 * Runs a function, and stops it when it takes too long.
 *
 * Schemas and patterns come from servers, and a small one can ask for years of work: a regular expression that
 * backtracks, references that double at each step [P60]. Counting steps cannot stop a regular expression; the engine can.
 */

import { createContext, Script } from "node:vm";

import { objectOf } from "@tenon/basis";

const SCRIPT = new Script("run()");

/** Throws what the function throws, or an error that says it took too long. It blocks, so the time should be short. */
export function withinTime<T>(milliseconds: number, run: () => T): T {
  try {
    const result: T = SCRIPT.runInContext(createContext({ run }), { timeout: milliseconds });
    return result;
  } catch (cause) {
    if (!isTimeout(cause)) throw cause;
    throw new Error(`it takes more than ${milliseconds} ms`, { cause });
  }
}

// Not an instance of our `Error`: it was made in the other context.
function isTimeout(error: unknown): boolean {
  return objectOf(error)["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
