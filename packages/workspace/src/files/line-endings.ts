/**
 * Line endings: an agent sees and writes `\n`, and the file keeps its own [L-01].
 *
 * Where a file has both kinds, the lines before and after the change keep theirs, and new ones get the kind that is more
 * common. A `\r\n` that the agent writes is kept, and so is a `\r` that stands alone.
 */

export function withPlainEndings(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The new text as it should be written over the old. */
export function withEndingsOf(previous: string, text: string): string {
  const all = count(previous, "\n");
  const long = count(previous, "\r\n");
  if (long === 0) return text;
  if (long === all) return lengthen(text);

  const before = linesOf(previous);
  const after = linesOf(text);
  const atStart = commonLines(before, after);
  const atEnd = commonLines(before.slice(atStart).toReversed(), after.slice(atStart).toReversed());
  const changed = after.slice(atStart, after.length - atEnd).join("");
  return [
    ...before.slice(0, atStart),
    long > all - long ? lengthen(changed) : changed,
    ...before.slice(before.length - atEnd),
  ].join("");
}

function lengthen(text: string): string {
  return text.replaceAll(/(?<!\r)\n/g, "\r\n");
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

/** How many lines are the same from the beginning, whatever their endings. */
function commonLines(some: readonly string[], others: readonly string[]): number {
  const different = some.findIndex((line, index) => withPlainEndings(line) !== others[index]);
  return different === -1 ? some.length : different;
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}
