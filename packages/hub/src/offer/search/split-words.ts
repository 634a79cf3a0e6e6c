/**
 * Cuts text of any language into words: lower case, without accents, identifiers in their parts.
 *
 * Writing without spaces (Chinese, Japanese, Thai) and Korean, which glues particles to words, is cut into pairs of
 * letters: two texts that share a word share its pairs.
 */

/** `joined` also gives the whole of an identifier that has parts: `javaScript` as java, script and javascript. */
export function splitWords(text: string, options: { readonly joined?: boolean } = {}): string[] {
  return chunksOf(text).flatMap((chunk) => {
    if (isUnspaced(chunk)) return (fold(chunk).match(new RegExp(UNSPACED_OR_OTHER, "gu")) ?? []).flatMap(pairs);
    // fileInfo, HTTPRequest
    const parts = chunk.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).map(fold);
    return parts.length > 1 && options.joined ? [...parts, fold(chunk)] : parts;
  });
}

/** The stretches of letters and digits in a text, as they are. */
export function chunksOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The stretches that are written without spaces, folded and whole. */
export function unspacedRuns(text: string): readonly string[] {
  return fold(text).match(new RegExp(`${UNSPACED}+`, "gu")) ?? [];
}

/** Lower case, without accents. Only marks of the European scripts go: in others a mark makes another letter. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(/[\u0300-\u036F]/g, "")
    .normalize("NFC")
    .replace(/[ßæœøł]/g, (letter) => UNDECOMPOSED[letter] ?? letter);
}

const ASCII = /^\p{ASCII}*$/u;
const UNDECOMPOSED: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l" };
// Expressions with classes of Unicode are made where they are used, which V8 remembers: while the file loads that takes a
// millisecond.
const LETTERS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30FC`;
const UNSPACED = `[${LETTERS}]`;
const UNSPACED_OR_OTHER = `${UNSPACED}+|[^${LETTERS}]+`;

function isUnspaced(text: string): boolean {
  // Most texts are ASCII.
  return !ASCII.test(text) && new RegExp(UNSPACED, "u").test(text);
}

function pairs(run: string): readonly string[] {
  const letters = Array.from(run);
  if (!isUnspaced(run) || letters.length === 1) return [run];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
