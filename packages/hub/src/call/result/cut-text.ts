/**
 * The beginning and the end of a long text, cut where it hurts least: at the end of a line if one is near, otherwise
 * between two characters as people see them (a flag, a family, a letter with its accents).
 */

export function headOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const near = nearby(characters);
  const line = text.slice(characters - near, characters).lastIndexOf("\n");
  return text.slice(0, line === -1 ? boundaryBefore(text, characters) : characters - near + line + 1);
}

export function tailOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const start = text.length - characters;
  const line = text.slice(start - 1, start + nearby(characters)).indexOf("\n");
  return text.slice(line === -1 ? boundaryAfter(text, start) : start + line);
}

/** How far a line's end may be: not so far that much of the room would stay empty. */
function nearby(characters: number): number {
  return Math.min(Math.floor(characters / 4), 1_000);
}

function boundaryBefore(text: string, index: number): number {
  const character = characterAt(text, index);
  return character ? character.start : codePointBefore(text, index);
}

function boundaryAfter(text: string, index: number): number {
  const character = characterAt(text, index);
  const start = character?.start ?? codePointBefore(text, index);
  return start === index ? index : (character?.end ?? index + 1);
}

// Longer ones exist only to break programs; they are cut between code points.
const MAX_CHARACTER_LENGTH = 64;

/** The character that this index is in, or at the start of, unless it is absurdly long. */
function characterAt(text: string, index: number): { readonly start: number; readonly end: number } | undefined {
  const from = codePointBefore(text, Math.max(0, index - MAX_CHARACTER_LENGTH));
  const window = text.slice(from, index + MAX_CHARACTER_LENGTH);
  const found = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(window).containing(index - from);
  if (!found) return undefined;
  const start = from + found.index;
  const end = start + found.segment.length;
  return (start === from && from > 0) || end - start > MAX_CHARACTER_LENGTH ? undefined : { start, end };
}

/** The index itself, or one less if it is between the two halves of a code point. */
function codePointBefore(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xff_ff ? index - 1 : index;
}
