/**
 * Text from outside, fit to stand in a sentence: servers choose their own names, and a line break or a hidden direction
 * mark in one could forge the sentence around it [K-08].
 */

/** A name, in quotes. */
export function quote(name: string, maxLength = 120): string {
  return `"${plain(name.replace(/["\\]/g, "\\$&"), maxLength)}"`;
}

/** The text with every invisible character escaped. */
export function plain(text: string, maxLength: number): string {
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return short.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
