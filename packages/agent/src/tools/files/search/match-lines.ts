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
// A step looks at the clock often; only a line that never ends keeps the processor for so long.
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
  const { within, signal } = options;
  const search = createSearch(texts, options);
  try {
    while (!within(LONGEST_STEP_MS, search.step)) {
      await setImmediate();
      signal.throwIfAborted();
    }
  } catch (cause) {
    if (!(cause instanceof TimeLimitError)) throw cause;
    throw new ToolError(`The pattern takes too long in ${search.at()}. Write it without repetitions in repetitions.`, {
      cause,
    });
  }
  return search.searched.filter(({ matches }) => matches.length > 0);
}

/** A step may be cut off anywhere: what it has done is in lists that only grow, and the next one goes on from there. */
function createSearch(
  texts: readonly SearchedText[],
  { test, most }: { readonly test: LineTest; readonly most: number },
) {
  const searched: MatchedLines[] = [];
  let current: Reading | undefined;

  return {
    searched,
    at: () => texts[searched.length]?.name ?? "",
    /** True when it is done. */
    step(): boolean {
      const until = performance.now() + STEP_MS;
      let unseen = 0;
      for (let text = texts[searched.length]; text; text = texts[searched.length]) {
        const before = searched.reduce((sum, { matches }) => sum + matches.length, 0);
        if (before >= most) return true;
        if (current?.text !== text) current = beginReading(text, test);
        const { lines, matches } = current;
        while (current.next < lines.length && before + matches.length < most) {
          const index = current.next;
          const line = lines[index] ?? "";
          const column = test.find(line);
          if (column !== -1 && matches.at(-1)?.index !== index) matches.push({ index, column });
          current.next = index + 1;
          unseen += line.length + 1;
          if (unseen < CHARACTERS_BETWEEN_LOOKS) continue;
          if (performance.now() > until) return false;
          unseen = 0;
        }
        searched.push({ name: text.name, lines: matches.length > 0 ? lines : [], matches });
      }
      return true;
    },
  };
}

interface Reading {
  readonly text: SearchedText;
  readonly lines: readonly string[];
  readonly matches: LineMatch[];
  next: number;
}

function beginReading(text: SearchedText, test: LineTest): Reading {
  return { text, lines: test.mayBeIn(text.text) ? linesOf(text.text) : [], matches: [], next: 0 };
}

/** What follows the last line ending is a line only if there is something. */
function linesOf(text: string): readonly string[] {
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
