/**
 * A terminal that remembers what a person would see on it: it knows the few commands that our view uses, and fails on any
 * other.
 */

import type { Terminal } from "../../src/terminal/terminal.ts";

export interface Screen extends Terminal {
  columns: number;
  /** Every row, also those that have scrolled away. */
  readonly rows: readonly string[];
  /** What was written, piece by piece. */
  readonly writes: readonly string[];
}

/** A command, or one character. */
const PARTS = /[\p{Cc}--[\n\r]]\[\d*[A-Za-z]|[^]/gv;

export function screen(columns = 40): Screen {
  const rows = [""];
  const writes: string[] = [];
  let row = 0;
  let column = 0;
  return {
    columns,
    rows,
    writes,
    write(text) {
      writes.push(text);
      for (const [part] of text.matchAll(PARTS)) obey(part);
      return Promise.resolve();
    },
  };

  function obey(part: string): void {
    const [, up] = /^.\[(\d+)A$/.exec(part) ?? [];
    if (part === "\n") {
      row += 1;
      column = 0;
      rows[row] ??= "";
    } else if (part === "\r") column = 0;
    else if (up !== undefined) row -= Number(up);
    else if (part === "\u001B[J") {
      rows.length = row + 1;
      rows[row] = (rows[row] ?? "").slice(0, column);
    } else if (part.startsWith("\u001B")) {
      if (!part.endsWith("m")) throw new Error(`The view has no business with ${JSON.stringify(part)}`);
    } else {
      const before = (rows[row] ?? "").padEnd(column);
      rows[row] = before.slice(0, column) + part + before.slice(column + part.length);
      column += part.length;
    }
  }
}
