/**
 * The lines of texts in which a pattern fits. It works in short steps, between which everything else goes on, and gives up
 * on a pattern that does not come to an end.
 */

import { setImmediate } from "node:timers/promises";

import { ToolError } from "../../tool-error.ts";
import type { LineTest } from "./pattern.ts";
import { type RunWithin, TimeLimitError } from "./time-limit.ts";

export interface SearchedText {
  readonly name: string;
  readonly text: string;
}

export interface MatchedLines {
  readonly name: string;
  readonly lines: readonly string[];
  readonly matches: readonly LineMatch[];
}

export interface LineMatch {
  /** In `lines`, from zero. */
  readonly index: number;
  readonly column: number;
}

const STEP_MS = 10;
// A step looks at the clock often; only a line that never ends takes so long.
const LONGEST_STEP_MS = 500;
const CHARACTERS_BETWEEN_LOOKS = 16 * 1024;

export async function matchLines(
  texts: readonly SearchedText[],
  options: {
    readonly test: LineTest;
    readonly within: RunWithin;
    /** It stops when there are so many. */
    readonly most: number;
    readonly signal: AbortSignal;
  },
): Promise<readonly MatchedLines[]> {
  const { test, within, most, signal } = options;
  const found: MatchedLines[] = [];
  let at = "";
  const steps = search();
  const isDone = () => within(LONGEST_STEP_MS, () => steps.next().done === true);
  try {
    while (!isDone()) {
      await setImmediate();
      signal.throwIfAborted();
    }
  } catch (cause) {
    if (!(cause instanceof TimeLimitError)) throw cause;
    throw new ToolError(`The pattern takes too long in ${at}. Write it without repetitions in repetitions.`, { cause });
  }
  return found;

  function* search(): Generator<void, void> {
    let until = performance.now() + STEP_MS;
    let unseen = 0;
    let left = most;
    for (const { name, text } of texts) {
      at = name;
      if (left <= 0) return;
      if (!test.mayBeIn(text)) continue;
      const lines = linesOf(text);
      const matches: LineMatch[] = [];
      for (let index = 0; index < lines.length && left > 0; index += 1) {
        const line = lines[index] ?? "";
        unseen += line.length + 1;
        if (unseen > CHARACTERS_BETWEEN_LOOKS && performance.now() > until) {
          yield;
          until = performance.now() + STEP_MS;
        }
        if (unseen > CHARACTERS_BETWEEN_LOOKS) unseen = 0;
        const column = test.find(line);
        if (column === -1) continue;
        matches.push({ index, column });
        left -= 1;
      }
      if (matches.length > 0) found.push({ name, lines, matches });
    }
  }
}

/** What follows the last line ending is a line only if there is something. */
function linesOf(text: string): readonly string[] {
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
