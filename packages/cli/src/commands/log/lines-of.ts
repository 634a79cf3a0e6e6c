/**
 * The lines of a stream of UTF-8, without their ends.
 *
 * Only a line feed ends a line: node:readline also ends one at U+2028, which JSON may have in a text as it is.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  // A line may be many megabytes in thousands of chunks: joined once, when it is whole.
  let open: string[] = [];
  for await (const chunk of chunks) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const [first = "", ...rest] = text.split("\n");
    open.push(first);
    for (const next of rest) {
      yield open.join("").replace(/\r$/, "");
      open = [next];
    }
  }
  const last = (open.join("") + decoder.decode()).replace(/\r$/, "");
  if (last !== "") yield last;
}
