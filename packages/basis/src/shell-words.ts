/**
 * Splits a command line as a POSIX shell splits words: quotes keep what is in them together, a backslash the next
 * character. Nothing else a shell does is done. An open quote ends with the text; `isOpen` says so.
 *
 * Without `escapes`, for paths of Windows, a backslash means itself, except before a double quote within double quotes.
 */
export function splitShellWords(
  line: string,
  { escapes = true }: { readonly escapes?: boolean } = {},
): { readonly words: readonly string[]; readonly isOpen: boolean } {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === quote) quote = undefined;
    else if (quote === "'") word += character;
    else if (character === "\\" && isEscaping(line.charAt(at + 1), quote, escapes))
      word = (word ?? "") + line.charAt(++at);
    else if (quote === undefined && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return { words, isOpen: quote !== undefined };
}

/** As POSIX has it: within double quotes only before another quote or backslash. */
function isEscaping(next: string, quote: string | undefined, escapes: boolean): boolean {
  if (quote === '"') return next === '"' || (escapes && next === "\\");
  return escapes && next !== "";
}
