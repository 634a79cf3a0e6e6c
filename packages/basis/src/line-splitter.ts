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
const BYTE_ORDER_MARK = "\uFEFF";

export function createLineSplitter({ maxBytes, onLine, onTooLong }: LineSplitterOptions): LineSplitter {
  return createByteLines({
    maxBytes,
    onLine: (line) => onLine(decode(line.at(-1) === LINE_FEED ? line.subarray(0, -1) : line)),
    onTooLong: (head) => onTooLong?.(decode(head)),
  });
}

/** A TextDecoder takes four times as long for a large line, and more for a short one. */
function decode(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
