import type { Readable } from "node:stream";

/**
 * Takes a stream line by line. A line ends at a newline and nowhere else: JSON may contain the other separators that
 * Unicode has, and `node:readline` would break there.
 */
export function eachLine(stream: Readable, take: (line: string) => void): void {
  let pieces: string[] = [];
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const [first = "", ...rest] = chunk.split("\n");
    pieces.push(first);
    for (const next of rest) {
      const line = pieces.join("");
      pieces = [next];
      take(line);
    }
  });
}
