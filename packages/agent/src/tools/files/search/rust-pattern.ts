/**
 * A regular expression of ours in the words of ripgrep, so that it finds every file in which ours fits, and maybe more.
 *
 * Where the two dialects part ways, there is no translation, and we search by ourselves. One difference is left: in files
 * that are neither UTF-8 nor UTF-16, ripgrep sees only what is ASCII.
 */

/** Undefined if it may not mean the same. */
export function toRustPattern(source: string): string | undefined {
  let pattern = "";
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    const [from, translate] = TRANSLATIONS.find(([from]) => from.test(rest)) ?? [];
    const text = from?.exec(rest)?.[0];
    if (!translate || text === undefined) return undefined;
    pattern += translate(text);
    at += text.length;
  }
  return pattern;
}

type Translation = ((text: string) => string) | undefined;

const NONE = undefined;
const same = (text: string) => text;
// Ours are about ASCII; there, without this, about all of Unicode.
const ascii = (text: string) => `(?-u:${text})`;

/** The first that fits counts. */
const TRANSLATIONS: readonly (readonly [RegExp, Translation])[] = [
  [/^\\[bBdDwW]/, ascii],
  [/^\\[sStrfv]/, same],
  // Escapes of signs; those of other letters and digits have meanings of their own.
  [/^\\[^A-Za-z0-9\s]/, same],
  [/^\\/, NONE],
  // A class without the signs that mean something there only for one of the two.
  [/^\[\^?(?:[^\\[\]&~^-]|\w-\w|\\[sfrtv]|\\[^A-Za-z0-9\s])+-?\]/, same],
  [/^\[(?:[^\\[\]&~^-]|\w-\w|\\[dwsfrtv]|\\[^A-Za-z0-9\s])+-?\]/, same],
  [/^[[\]]/, NONE],
  [/^\(\?:/, same],
  [/^\(\?/, NONE],
  [/^\{\d+(?:,\d*)?\}/, same],
  [/^[{}]/, (text) => `\\${text}`],
  [/^[^\\]/u, same],
];
