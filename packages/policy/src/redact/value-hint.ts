/**
 * Whether a text may have a value that its name, or what stands around it, makes a secret. Everything that is recorded is asked
 * for it, several times, and almost nothing has one: a pattern with so many beginnings takes a third of what it takes to record.
 *
 * So the beginnings are looked for all at once, three characters of each: a bit of `state` says that one, two or three
 * characters of a group of beginnings have come. The pattern is tried where all three have.
 */

import { VALUE_HINT } from "./secret-shapes.ts";

const HINTS = `-----BEGIN |${VALUE_HINT}`;
const HINT = new RegExp(HINTS, "iy");

const GROUPS = 10;
const FIRST = 2 ** GROUPS - 1;
const THIRD = 2 ** (2 * GROUPS);
/** By the last seven bits of a character's code, which others share: the pattern distinguishes them. */
const CODES = 128;
const CHARACTERS = /\\d|\\.|\[[^\]]*\]|[^\\[]/g;

/** By character: a bit for each group and place at which a beginning has it. */
const PLACES = new Int32Array(CODES);
for (const [index, hint] of HINTS.split("|").entries()) {
  for (const [place, character] of (hint.match(CHARACTERS) ?? []).slice(0, 3).entries()) {
    for (const code of codesOf(character))
      PLACES[code] = (PLACES[code] ?? 0) | (1 << (place * GROUPS + (index % GROUPS)));
  }
}

/** False if there is certainly none. A part of a text that has none has none either. */
export function mayHaveValue(text: string): boolean {
  let state = 0;
  for (let at = 0; at < text.length; at += 1) {
    state = ((state << GROUPS) | FIRST) & (PLACES[text.charCodeAt(at) % CODES] ?? 0);
    if (state < THIRD) continue;
    HINT.lastIndex = at - 2;
    if (HINT.test(text)) return true;
  }
  return false;
}

/** Of one character of a pattern: a letter, in either case, one that is escaped, a digit, or one of several in brackets. */
function codesOf(character: string): readonly number[] {
  const letters = character === "\\d" ? "0123456789" : character.replace(/^\\|^\[|\]$/g, "");
  return Array.from(letters.toLowerCase() + letters.toUpperCase(), (letter) => letter.charCodeAt(0));
}
