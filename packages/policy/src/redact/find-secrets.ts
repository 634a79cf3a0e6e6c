/**
 * Secrets by their shape: private keys, tokens with a known beginning, and values that stand behind a name.
 */

import { findTokens, mayHaveToken } from "./find-tokens.ts";
import { findValues } from "./find-values.ts";
import type { Span } from "./spans.ts";
import { mayHaveValue } from "./value-hint.ts";

// A value of some megabytes would overflow the stack of the engine that matches patterns.
const MAX_PIECE = 256 * 1024;
// Pieces share this much: what one of them cuts in two, the next one has whole.
const SHARED = 8 * 1024;
const LONG_BASE64 = 16 * 1024;

/** False if there is certainly no secret that its shape would reveal. */
export function mayHaveShape(text: string): boolean {
  return mayHaveValue(text) || mayHaveToken(text);
}

/** In no order, and they may overlap. */
export function findByShape(text: string): readonly Span[] {
  if (isLongBase64(text) || !mayHaveShape(text)) return [];
  const spans = [...findPrivateKeys(text)];
  for (const { start: from, end } of piecesOf(text)) {
    const piece = text.slice(from, end);
    for (const { start, end } of findTokens(piece)) spans.push({ start: from + start, end: from + end });
    for (const { start, end } of findValues(piece)) spans.push({ start: from + start, end: from + end });
  }
  return spans;
}

/** An image or a file. What looks like a token in it is chance, and to look takes seconds. */
function isLongBase64(text: string): boolean {
  if (text.length < LONG_BASE64) return false;
  for (let start = 0; start < text.length; start += MAX_PIECE) {
    if (!isBase64(text.slice(start, start + MAX_PIECE))) return false;
  }
  return true;
}

function isBase64(text: string): boolean {
  // A decoder, which skips all other characters, takes a tenth of the pattern's time. It also reads `-` and `_`.
  const isDecodable = text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, 256));
  if (isDecodable && Buffer.from(text, "base64").length === (text.length / 4) * 3)
    return !text.includes("-") && !text.includes("_");
  return !/[^A-Za-z0-9+/=]/.test(text);
}

/** Each begins and ends at a line or an item if there is one where it should: elsewhere it may be the middle of a word. */
function piecesOf(text: string): readonly Span[] {
  const pieces: Span[] = [];
  for (let start = 0, end = 0; end < text.length;) {
    const limit = start + MAX_PIECE;
    end = limit >= text.length ? text.length : limit - SHARED + endOfLines(text.slice(limit - SHARED, limit));
    pieces.push({ start, end });
    start = end - SHARED + Math.max(0, text.slice(end - SHARED, end).search(/[\n,]/));
  }
  return pieces;
}

function endOfLines(text: string): number {
  const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf(","));
  return end < 0 ? text.length : end;
}

/**
 * Private keys in PEM. Found by plain search: a pattern that looks for the end of each beginning takes time in the
 * square of the text.
 */
const BEGIN = "-----BEGIN ";
const END = "-----END ";
const MAX_LABEL_LENGTH = 60;

/** In order, and none before it is wanted. */
export function* findPrivateKeys(text: string): Generator<Span, undefined> {
  let done = 0;
  for (let begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, Math.max(done, begin + 1))) {
    const label = text.slice(begin + BEGIN.length, begin + BEGIN.length + MAX_LABEL_LENGTH);
    if (!/^[A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/.test(label)) continue;
    done = endOf(text, begin + BEGIN.length);
    yield { start: begin, end: done };
  }
  return undefined;
}

/** Behind the closing line; a key that was cut off reaches to the end. */
function endOf(text: string, from: number): number {
  const end = text.indexOf(END, from);
  const close = end < 0 ? -1 : text.indexOf("-----", end + END.length);
  return close < 0 ? text.length : close + "-----".length;
}
