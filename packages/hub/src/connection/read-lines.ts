/**
 * Cuts a stream of bytes into lines. Only whole lines are decoded, so a character may be split over chunks; a line that
 * spans many chunks is joined once, so a 64 MiB message costs its length and not its square [P26].
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  options: { readonly longest: number },
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      pieces.push(chunk.subarray(start, end));
      yield decoder.decode(join(pieces));
      pieces = [];
      length = 0;
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    length += rest.length;
    if (length > options.longest) throw new RangeError(`A line is longer than ${options.longest} bytes`);
    if (rest.length > 0) pieces.push(rest);
  }
  if (length > 0) yield decoder.decode(join(pieces));
}

const NEWLINE = 0x0a;

function join(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}
