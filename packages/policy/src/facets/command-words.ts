/**
 * A command as one line. Words that could be read as several are quoted, so that no two commands look the same.
 */
export function renderWords(words: readonly string[]): string {
  return words.map((word) => (/^[^\s"'\\]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}
