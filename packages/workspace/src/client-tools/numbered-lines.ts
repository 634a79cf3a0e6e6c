/**
 * A part of a text as `cat -n` shows it, as much as a model should get at once.
 */

import { sliceLines } from "../files/slice-lines.ts";

export const MAX_LINES = 2_000;
const MAX_LINE_LENGTH = 2_000;
const NUMBER_WIDTH = 6;

export function numberedLines(
  text: string,
  { start, count }: { readonly start: number; readonly count: number },
): string {
  if (text === "") return "The file exists but is empty.";
  const lines = sliceLines(text, { line: start, limit: Math.min(count, MAX_LINES) })
    .replace(/\n$/, "")
    .split("\n");
  const total = text.replace(/\n$/, "").split("\n").length;
  if (start > total) return `The file exists but is shorter than the given offset (${start}): it has ${total} lines.`;
  const last = start + lines.length - 1;
  const shown = lines.map((line, index) => `${String(start + index).padStart(NUMBER_WIDTH)}→${shortened(line)}`);
  const more = last < total ? [`(Lines ${start} to ${last} of ${total}. Read on with offset ${last + 1}.)`] : [];
  return [...shown, ...more].join("\n");
}

function shortened(line: string): string {
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH).toWellFormed()}… (cut)`;
}
