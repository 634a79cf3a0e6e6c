/**
 * Compares two texts into hunks for the diff view.
 */

import { structuredPatch } from "diff";
import type { ChangeData, HunkData } from "react-diff-view";

export interface Comparison {
  readonly hunks: readonly HunkData[];
  readonly added: number;
  readonly removed: number;
}

// Two texts with little in common can take minutes to compare.
const PATIENCE_MS = 400;

/** Undefined if the comparison takes too long. */
export function makeHunks(oldText: string, newText: string): Comparison | undefined {
  const patch = structuredPatch("old", "new", oldText, newText, "", "", { context: 3, timeout: PATIENCE_MS });
  if (!patch) return undefined;
  const hunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }): HunkData => {
    const content = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
    return { content, oldStart, oldLines, newStart, newLines, changes: changesOf(lines, oldStart, newStart) };
  });
  const changes = hunks.flatMap((hunk) => hunk.changes);
  return {
    hunks,
    added: changes.filter(({ type }) => type === "insert").length,
    removed: changes.filter(({ type }) => type === "delete").length,
  };
}

function changesOf(lines: readonly string[], oldStart: number, newStart: number): ChangeData[] {
  const changes: ChangeData[] = [];
  let [oldLineNumber, newLineNumber] = [oldStart, newStart];
  for (const line of lines) {
    const content = line.slice(1);
    if (line.startsWith("-")) {
      changes.push({ type: "delete", isDelete: true, lineNumber: oldLineNumber, content });
      oldLineNumber += 1;
    } else if (line.startsWith("+")) {
      changes.push({ type: "insert", isInsert: true, lineNumber: newLineNumber, content });
      newLineNumber += 1;
    } else if (line.startsWith(" ")) {
      changes.push({ type: "normal", isNormal: true, oldLineNumber, newLineNumber, content });
      oldLineNumber += 1;
      newLineNumber += 1;
    }
    // The rest is "No newline at end of file".
  }
  return changes;
}
