import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** The next lines of a stream, one for each call; fails if the stream ends first. */
export function readLines(stream: Readable): () => Promise<string> {
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error("The stream ended before the line that was waited for");
    return value;
  };
}
