/**
 * Breaks a line between words where the terminal ends.
 *
 * A word that is longer than the terminal stays whole: the terminal breaks it, and a link in it can still be copied.
 */

import { textWidth } from "./text-width.ts";

/** Rows of at most so many columns; a row that follows has the line's own indentation. */
export function wrapLine(line: string, columns: number): string[] {
  if (textWidth(line) <= columns) return [line];
  const indentation = /^ */.exec(line)?.[0] ?? "";
  const start = indentation.length * 2 < columns ? indentation : "";
  const rows: string[] = [];
  let row = "";
  let width = 0;
  for (const word of line.match(WORDS) ?? []) {
    const wordWidth = textWidth(word);
    const isFirst = row === "" || row === start;
    if (isFirst || width + wordWidth <= columns) {
      row += word;
      width += wordWidth;
      continue;
    }
    rows.push(row);
    row = start + word.trimStart();
    width = textWidth(row);
  }
  return [...rows, row];
}

// Chinese has no spaces: a line may end after each character, and neither before a mark nor after one that opens.
const WORDS = /\s*(?:[“（]*\p{Script=Han}[，。；：？！、”）]*|[“（]*[^\s\p{Script=Han}“（]+|[“（]+)|\s+$/gu;
