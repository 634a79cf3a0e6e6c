/**
 * How many lines a call adds and removes, without the library that draws its differences.
 */

import type { ToolCallEntry } from "@tenon/timeline";

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

const SMALL = 12;
/** Beyond so many pairs of lines, all lines between the first and the last change count as changed. */
const COMPARED_PAIRS = 250_000;

/** Undefined if it changes no file. */
export function changedLines({ content }: ToolCallEntry): ChangedLines | undefined {
  const diffs = content.flatMap((part) => (part.type === "diff" ? between(part.oldText ?? "", part.newText) : []));
  if (diffs.length === 0) return undefined;
  return {
    added: diffs.reduce((sum, { added }) => sum + added, 0),
    removed: diffs.reduce((sum, { removed }) => sum + removed, 0),
  };
}

export function isSmallChange(entry: ToolCallEntry): boolean {
  const changed = changedLines(entry);
  return changed !== undefined && changed.added + changed.removed <= SMALL;
}

function between(oldText: string, newText: string): ChangedLines {
  const [before, after] = [linesOf(oldText), linesOf(newText)];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const common = old.length * now.length <= COMPARED_PAIRS ? commonLines(old, now) : 0;
  return { added: now.length - common, removed: old.length - common };
}

/** The length of their longest common subsequence, so that the count is that of the difference below it. */
function commonLines(before: readonly string[], after: readonly string[]): number {
  let row = new Uint32Array(after.length + 1);
  for (const line of before) {
    const next = new Uint32Array(after.length + 1);
    for (const [at, other] of after.entries())
      next[at + 1] = line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0);
    row = next;
  }
  return row.at(-1) ?? 0;
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/u, "").split("\n");
}
