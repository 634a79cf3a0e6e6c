/**
 * What a request quotes: values to be taken as they stand, in which no word is an instruction.
 */

export interface QuotedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function findQuotedText(request: string): readonly QuotedText[] {
  return [...request.matchAll(QUOTED)].map((match) => ({
    text: match.slice(1).find((group) => group !== undefined) ?? "",
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The request with each of its quotes between the same marks, and none that is too long to be said. */
export function withPlainQuotes(request: string): string {
  return findQuotedText(request).reduceRight((rest, { text, start, end }) => {
    const said = text.length > LONGEST_SAID || /["\n]/.test(text) ? "…" : text;
    return `${rest.slice(0, start)} "${said}" ${rest.slice(end)}`;
  }, request);
}

const LONGEST_SAID = 100;

/** The text with a blank for every character of these stretches, so that all others keep their place. In order. */
export function blankOut(text: string, stretches: readonly { readonly start: number; readonly end: number }[]): string {
  let end = 0;
  const kept = stretches.map((stretch) => {
    const before = text.slice(end, stretch.start);
    end = stretch.end;
    return before + BLANK.repeat(stretch.end - stretch.start);
  });
  return kept.join("") + text.slice(end);
}

// No space, so that nothing reads across it; no letter, so that nothing reads it.
const BLANK = "\u{1}";

// An apostrophe inside a word quotes nothing. What follows a colon at the end of a line is quoted too, if it is no list.
const QUOTED =
  /```[^\S\n]*\w*\n?([\s\S]*?)\n?```|"([^"]*)"|“([^“”]*)”|«([^«»]*)»|(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])|`([^`\n]*)`|(?<=:)[^\S\n]*\n(?!\s*(?:\d+[.)]|[-*•]|```|["'“«`])\s*)([\s\S]+)$/gu;
