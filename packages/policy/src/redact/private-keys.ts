/**
 * Private keys in PEM. Found by plain search: a pattern that looks for the end of each beginning takes time in the
 * square of the text.
 */

import type { Span } from "./spans.ts";

const BEGIN = "-----BEGIN ";
const END = "-----END ";
const MAX_LABEL_LENGTH = 60;

export function findPrivateKeys(text: string): readonly Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (let begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, Math.max(done, begin + 1))) {
    const label = text.slice(begin + BEGIN.length, begin + BEGIN.length + MAX_LABEL_LENGTH);
    if (!/^[A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/.test(label)) continue;
    done = endOf(text, begin + BEGIN.length);
    spans.push({ start: begin, end: done });
  }
  return spans;
}

/** Behind the closing line; a key that was cut off reaches to the end. */
function endOf(text: string, from: number): number {
  const end = text.indexOf(END, from);
  const close = end < 0 ? -1 : text.indexOf("-----", end + END.length);
  return close < 0 ? text.length : close + "-----".length;
}
