/**
 * Finds tokens by how they begin.
 */

import { hasDigit, TOKENS } from "./secret-shapes.ts";
import type { Span } from "./spans.ts";

// Behind a letter or a digit it is the middle of a word: `task-…` has no `sk-…` in it.
const NOT_INSIDE = "(?<![A-Za-z0-9])";
const APART = String.raw`(?<![\w-])`;
const EACH = TOKENS.map(({ begins, rest, isToken, isApart = false }) => ({
  pattern: new RegExp(`${isApart ? APART : NOT_INSIDE}${begins}${rest}`, "y"),
  isToken,
}));
// A few letters of what follows as well: `pat` alone is in every path. One for both uses: it takes a millisecond to compile.
const ANY = new RegExp(
  `${NOT_INSIDE}(?:${TOKENS.map(({ begins, rest }) => begins + rest.replace(/^(\[.*?\]|\\w)\{.*$/, "$1{8}")).join("|")})`,
  "g",
);
// No shorter word fits: two letters, and the eight that follow them.
const MIN_LENGTH = 10;
const ANY_BEGINNING = new RegExp(TOKENS.map(({ begins }) => begins).join("|"));

/** An unfinished token is no longer than this: a JWT of a few kilobytes. */
const MAX_OPEN_LENGTH = 4_096;
/** By the code of a character: 1 if a token may have it. */
const IN_A_TOKEN = new Uint8Array(65_536);
for (let code = 0; code < 128; code += 1) IN_A_TOKEN[code] = /[\w.+/=-]/.test(String.fromCharCode(code)) ? 1 : 0;
const OPEN = new RegExp(`${NOT_INSIDE}(?:${beginnings(false)})[\\w.+/=-]*$`);
// Words begin like these too; one that has a digit in it is hardly a word.
const OPEN_APART = new RegExp(`${APART}(?:${beginnings(true)})(?<rest>[\\w.+/=-]*)$`);

/** False if there is certainly no token. */
export function mayHaveToken(text: string): boolean {
  for (let word = longWord(text, 0); word; word = longWord(text, word.end)) {
    ANY.lastIndex = 0;
    if (ANY.test(text.slice(word.start, word.end))) return true;
  }
  return false;
}

export function findTokens(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let word = longWord(text, 0); word; word = longWord(text, word.end)) {
    const letters = text.slice(word.start, word.end);
    ANY.lastIndex = 0;
    // One search for all beginnings is many times quicker than one for each.
    for (let hit = ANY.exec(letters); hit; hit = ANY.exec(letters)) {
      const { end, isToken } = tokenAt(letters, hit.index);
      if (isToken) spans.push({ start: word.start + hit.index, end: word.start + end });
      ANY.lastIndex = end;
    }
  }
  return spans;
}

/** The next word that is long enough. It is looked at from its end: so half of the letters need not be looked at. */
function longWord(text: string, from: number): Span | undefined {
  let start = from;
  while (start + MIN_LENGTH <= text.length) {
    let at = start + MIN_LENGTH - 1;
    while (at >= start && IN_A_TOKEN[text.charCodeAt(at)] === 1) at -= 1;
    if (at < start) return { start, end: endOfWord(text, start + MIN_LENGTH) };
    start = at + 1;
  }
  return undefined;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && IN_A_TOKEN[text.charCodeAt(end)] === 1) end += 1;
  return end;
}

/** Behind what only looks like a token the search goes on: to try each of its letters takes time in the square. */
function tokenAt(text: string, start: number): { readonly end: number; readonly isToken: boolean } {
  let end = start + 1;
  for (const { pattern, isToken } of EACH) {
    pattern.lastIndex = start;
    const [match] = pattern.exec(text) ?? [];
    if (match === undefined) continue;
    end = start + match.length;
    if (!isToken || isToken(match)) return { end, isToken: true };
  }
  return { end, isToken: false };
}

/** Where the text ends with the beginning of a token that is not long enough yet; its length if it does not. */
export function openTokenFrom(text: string): number {
  // Only the last word can go on.
  let word = text.length;
  while (word > 0 && text.length - word < MAX_OPEN_LENGTH && IN_A_TOKEN[text.charCodeAt(word - 1)] === 1) word -= 1;
  const end = text.slice(word);
  if (!ANY_BEGINNING.test(end)) return text.length;
  const apart = OPEN_APART.exec(end);
  const isApart = apart !== null && hasDigit(apart.groups?.["rest"] ?? "");
  const found = [OPEN.exec(end)?.index, isApart ? apart.index : undefined].filter((index) => index !== undefined);
  return word + Math.min(end.length, ...found);
}

function beginnings(isApart: boolean): string {
  const meant = TOKENS.filter((token) => (token.isApart ?? false) === isApart || token.begins === "sk-");
  return meant.map(({ begins }) => begins).join("|");
}
