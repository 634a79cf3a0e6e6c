/**
 * A command as one line. Words that could be read as several are quoted, so that no two commands look the same.
 */
export function renderWords(words: readonly string[]): string {
  return words.map((word) => (/^[^\s"'\\]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

/** `git` for `/usr/bin/git` and `git.exe`. */
export function programName(program: string): string {
  return program.replace(/^.*[/\\]/, "").replace(/\.(exe|cmd|bat|com)$/i, "");
}
