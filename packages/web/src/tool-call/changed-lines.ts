/**
 * How much a call changes, counted without comparing: what two texts have in common at their ends is left out.
 */

import type { ToolCallEntry } from "@tenon/timeline";

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

const SMALL = 12;

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
  return { added: after.length - start - end, removed: before.length - start - end };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/u, "").split("\n");
}
