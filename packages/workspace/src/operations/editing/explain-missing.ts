/**
 * Why a text to be replaced is not in a file, and what is there instead: a model that sees it gets it right at once.
 */

import type { EditWords } from "../wording.ts";

interface Question {
  readonly text: string;
  readonly oldText: string;
  readonly newText: string;
}

const MAX_LINES = 20;
const CONTEXT_LINES = 3;

export function explainMissing({ text, oldText, newText }: Question, words: EditWords): string {
  const { oldText: old, newText: replacement } = words;
  const lines = text.replace(/\n$/, "").split("\n");
  const wanted = linesOf(oldText);
  const sameWords = findLines(lines, wanted, (line) => line.replaceAll(/\s+/g, " ").trim());
  if (sameWords !== undefined) {
    return `${old} is in the file only with different whitespace:\n${shown(lines, sameWords, wanted.length)}`;
  }
  if (newText !== "" && text.includes(newText))
    return `${old} is not in the file, but ${replacement} is there already.`;
  // The longest line says most about the place that is meant.
  const telling = wanted
    .map((line) => line.trim())
    .reduce((one, other) => (other.length > one.length ? other : one), "");
  const near = telling === "" ? -1 : lines.findIndex((line) => line.trim() === telling);
  if (near !== -1) {
    return `${old} is not in the file, but one of its lines is, in this context:\n${shown(lines, near - CONTEXT_LINES, 2 * CONTEXT_LINES + 1)}`;
  }
  return `${old} is not in the file, nor is its longest line. Read the file again.`;
}

/** Without an empty line that only a line ending at the edge makes. */
function linesOf(text: string): readonly string[] {
  return text.replace(/^\n/, "").replace(/\n$/, "").split("\n");
}

function findLines(
  lines: readonly string[],
  wanted: readonly string[],
  plain: (line: string) => string,
): number | undefined {
  const plainWanted = wanted.map(plain);
  if (plainWanted.every((line) => line === "")) return undefined;
  const plainLines = lines.map(plain);
  const found = plainLines.findIndex((_, at) => plainWanted.every((line, index) => plainLines[at + index] === line));
  return found === -1 ? undefined : found;
}

function shown(lines: readonly string[], from: number, count: number): string {
  const start = Math.max(0, from);
  const end = Math.min(lines.length, from + count, start + MAX_LINES);
  return `Lines ${start + 1} to ${end} are:\n${lines.slice(start, end).join("\n")}`;
}
