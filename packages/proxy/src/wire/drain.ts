import type { Writable } from "node:stream";

/** Resolves when a stream that was full takes more, or nothing any more. All that wait share one pair of listeners. */
export function createDrain(stream: Writable): () => Promise<void> {
  let draining: Promise<void> | undefined;
  return () =>
    (draining ??= new Promise((resolve) => {
      const done = () => {
        stream.off("drain", done).off("close", done);
        draining = undefined;
        resolve();
      };
      stream.on("drain", done).on("close", done);
    }));
}
