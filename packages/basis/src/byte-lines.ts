/**
 * Cuts bytes into lines, which keep their bytes. Only a line feed ends one: JSON may hold U+2028 in a string.
 *
 * A line of many chunks is joined once: a message of 64 MiB costs its length and not its square.
 */

import { freeBytes } from "./free-bytes.ts";

export interface ByteLines {
  push(chunk: Uint8Array): void;
  /** What is left without a line feed is a line too. */
  end(): void;
}

export interface ByteLinesOptions {
  readonly maxBytes?: number | undefined;
  /** No one else uses the chunks: those of a long line are freed when it is joined. */
  readonly ownsChunks?: boolean;
  /** A joined line is not used after `onLine` has returned, and is freed then. */
  readonly isLineFreed?: boolean;
  /** With its line feed, except the last one of an input that ends without. It may share its memory with a chunk. */
  onLine(line: Uint8Array): void;
  /** Called once for a line over `maxBytes`, with its beginning; the rest of it is skipped. */
  onTooLong?: ((head: Uint8Array) => void) | undefined;
}

const LINE_FEED = 0x0a;
const HEAD_BYTES = 4_096;

export function createByteLines({
  maxBytes = Infinity,
  ownsChunks = false,
  isLineFreed = false,
  onLine,
  onTooLong,
}: ByteLinesOptions): ByteLines {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let isSkipping = false;
  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        take(chunk, start, end);
        finish(chunk, start, end + 1);
        start = end + 1;
      }
      take(chunk, start, chunk.length);
      if (!isSkipping && start < chunk.length) parts.push(chunk.subarray(start));
    },
    end() {
      if (bytes > 0) finish(new Uint8Array(), 0, 0);
    },
  };

  /** Counts, and gives up a line that is too long. */
  function take(chunk: Uint8Array, start: number, end: number): void {
    bytes += end - start;
    if (isSkipping || bytes <= maxBytes) return;
    isSkipping = true;
    const head = join([...parts, chunk.subarray(start, end)]).subarray(0, HEAD_BYTES);
    parts = [];
    onTooLong?.(head);
  }

  function finish(chunk: Uint8Array, start: number, end: number): void {
    const last = chunk.subarray(start, end);
    const line = isSkipping ? undefined : parts.length === 0 ? last : join([...parts, last]);
    const joined = parts;
    parts = [];
    bytes = 0;
    isSkipping = false;
    if (ownsChunks) for (const part of joined) freeBytes(part);
    if (line === undefined) return;
    onLine(line);
    if (isLineFreed && joined.length > 0) freeBytes(line);
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
