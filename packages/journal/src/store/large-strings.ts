/**
 * Takes large strings (images, files, tool output) out of a message, so that each is stored once however often it is sent.
 *
 * The law: it works on the text and never parses it, so putting the strings back gives the same text again.
 */

import { hash } from "node:crypto";

export interface LargeString {
  /** SHA-256, in hexadecimal. */
  readonly hash: string;
  /** As it stood between the quotes, escapes and all. */
  readonly text: string;
}

interface CutText {
  readonly text: string;
  readonly largeStrings: readonly LargeString[];
}

const LARGE = 8_192;
// JSON allows no such character, so a text with one is not JSON and stays whole.
const MARK = "\u0001";
const NONE: readonly LargeString[] = [];

export function cutLargeStrings(text: string): CutText {
  if (text.length < LARGE || text.includes(MARK)) return { text, largeStrings: NONE };
  const largeStrings: LargeString[] = [];
  const cut = replaceLargeStrings(text, (literal) => {
    const digest = hash("sha256", literal);
    largeStrings.push({ hash: digest, text: literal });
    return MARK + digest + MARK;
  });
  return { text: cut, largeStrings };
}

export function restoreLargeStrings(text: string, find: (hash: string) => string): string {
  return text
    .split(MARK)
    .map((part, index) => (index % 2 === 0 ? part : find(part)))
    .join("");
}

/** The hashes of the strings that were cut out of a text. */
export function marksIn(text: string): readonly string[] {
  return text.split(MARK).filter((_, index) => index % 2 === 1);
}

function replaceLargeStrings(text: string, replace: (literal: string) => string): string {
  let result = "";
  let done = 0;
  for (let quote = text.indexOf('"'); quote !== -1;) {
    const end = endOfString(text, quote + 1);
    if (end === -1) break;
    if (end - quote > LARGE) {
      result += text.slice(done, quote + 1) + replace(text.slice(quote + 1, end));
      done = end;
    }
    quote = text.indexOf('"', end + 1);
  }
  return result + text.slice(done);
}

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - backslashes > start && text[quote - backslashes - 1] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return -1;
}
