/**
 * Cuts bytes into lines of text. Whole lines are decoded, so a character may be split over chunks.
 */

import { createByteLines } from "./byte-lines.ts";

export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** What is left without a line feed is a line too. */
  end(): void;
}

export interface LineSplitterOptions {
  readonly maxBytes?: number;
  /** Without its line feed. */
  onLine(line: string): void;
  /** Called once for a line over `maxBytes`, with its beginning; the rest of it is skipped. */
  onTooLong?(head: string): void;
}

const LINE_FEED = 0x0a;

export function createLineSplitter({ maxBytes, onLine, onTooLong }: LineSplitterOptions): LineSplitter {
  const decoder = new TextDecoder();
  return createByteLines({
    maxBytes,
    onLine: (line) => onLine(decoder.decode(line.at(-1) === LINE_FEED ? line.subarray(0, -1) : line)),
    onTooLong: (head) => onTooLong?.(decoder.decode(head)),
  });
}
