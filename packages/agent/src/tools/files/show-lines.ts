/**
 * A part of a text, as much as a model should get at once, with how to go on.
 */

import { sliceLines } from "@tenon/workspace";

export const MAX_LINES = 2_000;
const MAX_CHARACTERS = 64 * 1024;

export interface LineRange {
  /** Counted from one. */
  readonly start: number;
  readonly count: number;
}

export interface ShownLines {
  /** Which lines these are, of how many, and how to read on. */
  readonly heading: string;
  readonly body: string;
}

export function showLines(text: string, { start, count }: LineRange): ShownLines {
  const total = countLines(text);
  if (total === 0) return { heading: "which is empty", body: "" };
  if (start > total) return { heading: `which has only ${lines(total)}`, body: "" };
  const wanted = sliceLines(text, { line: start, limit: Math.min(count, MAX_LINES) });
  const body = cut(wanted);
  const end = start + countLines(body) - 1;
  const isWhole = start === 1 && end === total && body === wanted;
  const range = isWhole ? lines(total) : `lines ${start} to ${end} of ${total}`;
  return { heading: [range, ...notes(body, wanted)].join("; "), body };

  function notes(body: string, wanted: string): readonly string[] {
    // A line that is too long by itself cannot be had in parts.
    const isLineCut = body.length < wanted.length && !body.endsWith("\n");
    return [
      ...(isLineCut ? [`line ${end} is truncated`] : []),
      ...(end < total ? [`continue with start_line ${end + 1}`] : []),
      ...(end === total && !text.endsWith("\n") ? ["no newline at end of file"] : []),
    ];
  }
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const whole = text.lastIndexOf("\n", MAX_CHARACTERS - 1);
  return text.slice(0, whole === -1 ? MAX_CHARACTERS : whole + 1);
}

function countLines(text: string): number {
  if (text === "") return 0;
  const endings = text.split("\n").length - 1;
  return text.endsWith("\n") ? endings : endings + 1;
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}
