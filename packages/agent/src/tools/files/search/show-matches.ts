/**
 * Matches as a model reads them: grouped by file, with line numbers, `:` after those of matches and `-` after others.
 */

import type { LineMatch, MatchedLines } from "./match-lines.ts";

const MAX_LINE_LENGTH = 300;
const MAX_CHARACTERS = 48 * 1024;

export interface ShownMatches {
  readonly text: string;
  readonly isCut: boolean;
}

export function showMatches(
  found: readonly MatchedLines[],
  options: { readonly around: number; readonly most: number; readonly nameOf: (name: string) => string },
): ShownMatches {
  const { around, most, nameOf } = options;
  let text = "";
  let left = most;
  for (const { name, lines, matches } of found) {
    if (left === 0) return { text, isCut: true };
    const some = matches.slice(0, left);
    left -= some.length;
    text += `${text === "" ? "" : "\n"}${nameOf(name)}\n`;
    for (const line of linesToShow(lines, some, around)) {
      text += `${line}\n`;
      if (text.length > MAX_CHARACTERS) return { text, isCut: true };
    }
    if (some.length < matches.length) return { text, isCut: true };
  }
  return { text, isCut: false };
}

function* linesToShow(lines: readonly string[], matches: readonly LineMatch[], around: number): Generator<string> {
  const byIndex = new Map(matches.map((match) => [match.index, match]));
  let next = 0;
  for (const { index } of matches) {
    const from = Math.max(next, index - around);
    if (around > 0 && next > 0 && from > next) yield "…";
    for (next = from; next <= Math.min(lines.length - 1, index + around); next += 1) {
      yield showLine(lines[next] ?? "", next, byIndex.get(next));
    }
  }
}

function showLine(line: string, index: number, match: LineMatch | undefined): string {
  return `${index + 1}${match ? ":" : "-"} ${cut(line, match?.column ?? 0)}`;
}

/** With the match in it, and whole characters. */
function cut(line: string, column: number): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  const start = Math.max(0, Math.min(column - MAX_LINE_LENGTH / 4, line.length - MAX_LINE_LENGTH));
  const end = start + MAX_LINE_LENGTH;
  const part = line.slice(start, end).replace(/^[\u{dc00}-\u{dfff}]|[\u{d800}-\u{dbff}]$/gu, "");
  return `${start > 0 ? "…" : ""}${part}${end < line.length ? "…" : ""}`;
}
