/**
 * Text from outside, fit to stand in a sentence: servers choose their own names, and a line break or a hidden direction
 * mark in one could forge the sentence around it [K-08].
 */

/** A name, in quotes. */
export function quote(name: string, longest = 120): string {
  return `"${plain(name.replace(/["\\]/g, "\\$&"), longest)}"`;
}

/** A text of which every character can be seen. */
export function plain(text: string, longest: number): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
