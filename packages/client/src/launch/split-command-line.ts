/**
 * Splits a command line into its words as a shell would, with quotes and backslashes, and does nothing else a shell does:
 * no variables, no stars, no second command. Undefined if a quote does not end.
 */
export function splitCommandLine(
  line: string,
  // A path of Windows is full of backslashes that mean themselves.
  { escapes = process.platform !== "win32" }: { readonly escapes?: boolean } = {},
): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === quote) {
      quote = undefined;
    } else if (quote === undefined && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (character === "\\" && escapesNext(line.charAt(at + 1), quote, escapes)) {
      at++;
      word = (word ?? "") + line.charAt(at);
    } else {
      word = (word ?? "") + character;
    }
  }
  if (word !== undefined) words.push(word);
  return quote === undefined ? words : undefined;
}

function escapesNext(next: string, quote: string | undefined, escapes: boolean): boolean {
  if (quote === "'") return false;
  if (quote === '"') return next === '"' || (escapes && next === "\\");
  return escapes && next !== "";
}
