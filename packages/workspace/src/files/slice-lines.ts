/**
 * The lines that `fs/read_text_file` asks for [R96]: `line` counts from one, `limit` is how many. Each line has its
 * ending. Nothing is an error: what lies outside the text is empty, and a line before the first is the first [L-04].
 */
export function sliceLines(
  text: string,
  { line, limit }: { readonly line?: number | null | undefined; readonly limit?: number | null | undefined },
): string {
  const start = afterLines(text, 0, (line ?? 1) - 1);
  return text.slice(start, limit == null ? undefined : afterLines(text, start, limit));
}

/** Where the text goes on after this many lines. */
function afterLines(text: string, from: number, lines: number): number {
  let at = from;
  for (let passed = 0; passed < lines && at < text.length; passed += 1) {
    const end = text.indexOf("\n", at);
    at = end === -1 ? text.length : end + 1;
  }
  return at;
}
