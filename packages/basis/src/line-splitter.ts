/**
 * Cuts bytes into lines. Only a line feed ends one: JSON may hold U+2028 in a string.
 *
 * Whole lines are decoded, so a character may be split over chunks, and a line of many chunks is joined once: a message
 * of 64 MiB costs its length and not its square.
 */
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
const HEAD_BYTES = 4_096;

export function createLineSplitter({ maxBytes = Infinity, onLine, onTooLong }: LineSplitterOptions): LineSplitter {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let isSkipping = false;
  return {
    push(chunk) {
      let rest = chunk;
      for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
        take(rest.subarray(0, end));
        finish();
        rest = rest.subarray(end + 1);
      }
      take(rest);
    },
    end() {
      if (bytes > 0) finish();
    },
  };

  function take(part: Uint8Array): void {
    if (isSkipping || part.length === 0) return;
    parts.push(part);
    bytes += part.length;
    if (bytes <= maxBytes) return;
    isSkipping = true;
    const head = join(parts, bytes).subarray(0, HEAD_BYTES);
    parts = [];
    onTooLong?.(decoder.decode(head));
  }

  function finish(): void {
    const line = isSkipping ? undefined : decoder.decode(join(parts, bytes));
    parts = [];
    bytes = 0;
    isSkipping = false;
    if (line !== undefined) onLine(line);
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
