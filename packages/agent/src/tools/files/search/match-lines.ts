/**
 * The lines of texts that match a pattern. It works in short steps, so that the event loop goes on between them, and gives
 * up on a pattern that does not come to an end.
 */

import { setImmediate } from "node:timers/promises";
import { ToolError } from "@tenon/workspace";

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

// Some milliseconds of work: only a line that never ends takes the whole limit.
const STEP_CHARACTERS = 256 * 1024;
const MAX_STEP_MS = 500;

export async function matchLines(
  texts: readonly SearchedText[],
  options: {
    readonly test: LineTest;
    readonly within: RunWithin;
    /** It stops at so many matches. */
    readonly most: number;
    readonly signal: AbortSignal;
  },
): Promise<readonly MatchedLines[]> {
  const { test, within, signal } = options;
  const found: (MatchedLines & { readonly matches: LineMatch[] })[] = [];
  let left = options.most;
  let searched = "";
  for (const step of stepsOf(texts.filter(({ text }) => test.mayBeIn(text)))) {
    // Only returns its matches: a step that was cut off while the machine was busy is run again.
    const matchStep = () =>
      step.map(({ name, lines, start, end }) => {
        searched = name;
        return { name, lines, matches: matchSpan(lines, start, end, test) };
      });
    for (const { name, lines, matches } of run(matchStep)) {
      const some = matches.slice(0, left);
      left -= some.length;
      const last = found.at(-1);
      if (last?.lines === lines) last.matches.push(...some);
      else if (some.length > 0) found.push({ name, lines, matches: some });
    }
    if (left <= 0) break;
    await setImmediate();
    signal.throwIfAborted();
  }
  return found;

  function run<T>(step: () => T): T {
    try {
      return within(MAX_STEP_MS, step);
    } catch (cause) {
      if (!(cause instanceof TimeLimitError)) throw cause;
      const problem = `The pattern takes too long in ${searched}. Avoid nested repetitions.`;
      throw new ToolError(problem, { cause });
    }
  }
}

interface Span {
  readonly name: string;
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Several small texts in one step, or a part of a large one. */
function* stepsOf(texts: readonly SearchedText[]): Generator<readonly Span[]> {
  let step: Span[] = [];
  let characters = 0;
  for (const { name, text } of texts) {
    const lines = linesOf(text);
    let start = 0;
    for (const [index, line] of lines.entries()) {
      characters += line.length + 1;
      if (characters < STEP_CHARACTERS) continue;
      yield [...step, { name, lines, start, end: index + 1 }];
      [step, characters, start] = [[], 0, index + 1];
    }
    if (start < lines.length) step.push({ name, lines, start, end: lines.length });
  }
  if (step.length > 0) yield step;
}

function matchSpan(lines: readonly string[], start: number, end: number, test: LineTest): readonly LineMatch[] {
  const matches: LineMatch[] = [];
  for (let index = start; index < end; index += 1) {
    const column = test.find(lines[index] ?? "");
    if (column !== -1) matches.push({ index, column });
  }
  return matches;
}

/** What follows the last line ending is a line only if there is something. */
function linesOf(text: string): readonly string[] {
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
