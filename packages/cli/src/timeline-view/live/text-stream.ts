/**
 * Text that is still being written, as rows of a terminal: those that are complete, and the one that is not.
 *
 * A row that has been handed out never changes. What a chunk costs does not depend on what came before it.
 */

import { printable, unfinishedLength } from "../../terminal/printable.ts";
import { clipStart } from "../../terminal/text-width.ts";
import { wrapLine } from "../../terminal/wrap-line.ts";

export interface TextStream {
  /** The rows that this completes. */
  add(text: string): string[];
  /** What stands in the row that is not complete. */
  readonly rest: string;
  /** The last row. Nothing may be added after it. */
  end(): string[];
}

// A word that never ends would be measured again with every chunk.
const MAX_ROW_LENGTH = 2_000;

export function createTextStream(columns: () => number): TextStream {
  let waiting = "";
  let row = "";
  let isCode = false;

  return {
    get rest() {
      return row;
    },
    add(text) {
      const all = waiting + text;
      const safe = all.slice(0, all.length - unfinishedLength(all));
      waiting = all.slice(safe.length);
      return take(printable(safe).replaceAll("\t", "  "));
    },
    end() {
      const rows = take(printable(waiting));
      return row.trim() === "" ? rows : [...rows, row];
    },
  };

  function take(text: string): string[] {
    const lines = (row + text).split("\n");
    row = lines.pop() ?? "";
    const complete = lines.flatMap(completeLine);
    const rows = breakRow(row);
    row = rows.pop() ?? "";
    return [...complete, ...rows];
  }

  /** Code is left as it is: broken lines of it could not be copied. */
  function completeLine(line: string): string[] {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? [line] : wrapLine(line, columns()).map((row) => row.trimEnd());
  }

  function breakRow(text: string): string[] {
    const rows = isCode ? [text] : wrapLine(text, columns());
    const last = rows.at(-1) ?? "";
    if (last.length <= MAX_ROW_LENGTH) return rows;
    const first = clipStart(last, MAX_ROW_LENGTH);
    return [...rows.slice(0, -1), first, last.slice(first.length)];
  }
}
