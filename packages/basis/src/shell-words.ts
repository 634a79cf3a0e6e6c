/**
 * Splits a command line as a POSIX shell splits words: quotes keep what is in them together, a backslash the next
 * character. Nothing else a shell does is done. An open quote ends with the text; `isOpen` says so.
 */
export function splitShellWords(line: string): { readonly words: readonly string[]; readonly isOpen: boolean } {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === quote) quote = undefined;
    else if (quote === "'") word += character;
    else if (character === "\\" && at + 1 < line.length) word = (word ?? "") + line.charAt(++at);
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
