import { runInNewContext } from "node:vm";

const MOST_MS = 200;

/**
 * Whether a text matches a pattern that somebody else wrote. One that is no pattern, or that takes for ever, is left to
 * whoever wrote it: it must not stop the form, nor the program [K-08].
 */
export function matchesPattern(text: string, pattern: string): boolean {
  try {
    return runInNewContext("new RegExp(pattern, 'u').test(text)", { text, pattern }, { timeout: MOST_MS }) === true;
  } catch {
    // A bad pattern is the agent's fault, and not the person's.
    return true;
  }
}
