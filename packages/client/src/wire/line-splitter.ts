/**
 * Cuts bytes into lines, wherever they were cut before. Each byte is copied once, however many pieces a line came in.
 *
 * A line longer than the limit is not kept: its beginning is handed over, and the rest of it is skipped.
 */

const NEWLINE = 0x0a;

/** Enough of a line that was too long to see what it was. */
const HEAD_BYTES = 4_096;

export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** What is left without a newline is a line too. */
  end(): void;
}

export interface LineSplitterOptions {
  readonly largestLine: number;
  /** Without its newline. */
  onLine(text: string): void;
  onTooLong(head: string): void;
}

export function createLineSplitter({ largestLine, onLine, onTooLong }: LineSplitterOptions): LineSplitter {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let isSkipping = false;
  return {
    push(chunk) {
      let rest = chunk;
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        take(rest.subarray(0, end));
        finishLine();
        rest = rest.subarray(end + 1);
      }
      take(rest);
    },
    end() {
      if (bytes > 0) finishLine();
    },
  };

  function take(part: Uint8Array) {
    if (isSkipping || part.length === 0) return;
    parts.push(part);
    bytes += part.length;
    if (bytes <= largestLine) return;
    isSkipping = true;
    onTooLong(Buffer.concat(parts, Math.min(bytes, HEAD_BYTES)).toString());
    parts = [];
  }

  function finishLine() {
    if (!isSkipping) onLine(Buffer.concat(parts, bytes).toString());
    parts = [];
    bytes = 0;
    isSkipping = false;
  }
}
