/**
 * A name from outside, fit to stand in a sentence: servers choose their own names, and a line break or a hidden
 * direction mark in one could forge the sentence around it [K-08].
 */
export function quote(name: string, longest = 120): string {
  const short = name.length > longest ? `${name.slice(0, longest)}…` : name;
  const visible = short.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"\\]/gu, (character) =>
    character === '"' || character === "\\" ? `\\${character}` : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return `"${visible}"`;
}
