/**
 * A child's stdout that outlives the child.
 *
 * When a process exits, Node.js throws away what it wrote and has not been read yet. Here it waits for its reader.
 */

import { PassThrough, type Readable } from "node:stream";

import { drained } from "./drained.ts";

interface KeptOutput {
  readonly stream: Readable;
  /** To be called when no writer is left: takes in the rest, lets go of the pipe, and ends the stream. */
  finish(): Promise<void>;
}

export function keepOutput(source: Readable): KeptOutput {
  const stream = new PassThrough();
  let isFinishing = false;
  source.on("data", (chunk: Buffer) => {
    if (!stream.write(chunk) && !isFinishing) source.pause();
  });
  stream.on("drain", () => source.resume());
  stream.on("close", () => source.destroy());
  source.on("error", () => {}); // A broken pipe ends the stream, as `close` does.
  source.on("close", () => stream.end());
  return { stream, finish };

  async function finish(): Promise<void> {
    // Without writers at most a pipe's worth is left, so the reader's pace no longer matters.
    isFinishing = true;
    source.resume();
    await drained(source);
    source.destroy();
  }
}
