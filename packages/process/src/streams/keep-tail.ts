/**
 * Reads a stream for as long as it runs and remembers only its end, so that no one has to listen for it to flow.
 */

import type { Readable } from "node:stream";

interface TailOptions {
  readonly bytes: number;
  readonly onText?: ((text: string) => void) | undefined;
}

/** Starts reading; the function it returns gives the tail so far, in whole characters. */
export function keepTail(stream: Readable, { bytes, onText }: TailOptions): () => string {
  const decoder = new TextDecoder();
  let tail: Buffer = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-bytes)]);
    if (tail.length > bytes) tail = tail.subarray(tail.length - bytes);
    const text = onText && decoder.decode(chunk, { stream: true });
    if (text) onText(text);
  });
  // A broken pipe is an end like any other: what came before it is kept.
  stream.on("error", () => {});
  return () => new TextDecoder().decode(tail.subarray(firstWholeCharacter(tail)), { stream: true });
}

/** In UTF-8 a character goes on with bytes of the form 10xxxxxx, at most three of them. */
function firstWholeCharacter(bytes: Uint8Array): number {
  const start = bytes.subarray(0, 3).findIndex((byte) => (byte & 0b1100_0000) !== 0b1000_0000);
  return start === -1 ? Math.min(3, bytes.length) : start;
}
