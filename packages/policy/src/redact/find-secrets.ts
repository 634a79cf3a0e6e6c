/**
 * Secrets by their shape: private keys, tokens with a known beginning, and values that stand behind a name.
 */

import { findNamed, NAMED_HINT } from "./named-shapes.ts";
import { findPrivateKeys } from "./private-keys.ts";
import type { Span } from "./spans.ts";
import { findTokens, mayHaveToken } from "./token-shapes.ts";

// A value of some megabytes would overflow the stack of the engine that matches patterns.
const LONGEST = 256 * 1024;
const LONG_BASE64 = 16 * 1024;
const NAMED = new RegExp(`-----BEGIN |${NAMED_HINT}`, "i");

/** False if there is certainly no secret that its shape would tell. */
export function mayHaveShape(text: string): boolean {
  return NAMED.test(text) || mayHaveToken(text);
}

/** In no order, and they may overlap. */
export function findByShape(text: string): readonly Span[] {
  if (isLongBase64(text) || !mayHaveShape(text)) return [];
  const spans = [...findPrivateKeys(text)];
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + lengthOfPiece(text, from));
    for (const { start, end } of findTokens(piece)) spans.push({ start: from + start, end: from + end });
    for (const { start, end } of findNamed(piece)) spans.push({ start: from + start, end: from + end });
    from += piece.length;
  }
  return spans;
}

/** An image or a file. What looks like a token in it is chance, and to look takes seconds. */
function isLongBase64(text: string): boolean {
  return text.length >= LONG_BASE64 && !/[^A-Za-z0-9+/=]/.test(text);
}

function lengthOfPiece(text: string, from: number): number {
  if (text.length - from <= LONGEST) return text.length - from;
  const piece = text.slice(from, from + LONGEST);
  const end = Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf(","));
  // Without a line or an item to end at, it has to be anywhere.
  return end <= 0 ? LONGEST : end;
}
