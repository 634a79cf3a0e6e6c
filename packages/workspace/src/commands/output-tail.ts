/**
 * The end of what a command wrote: at most so many bytes of UTF-8, cut between two characters [R105, F-05].
 *
 * Adding costs the same however much is kept, and memory is at most about twice the limit, however much comes.
 */

export interface OutputTail {
  add(text: string): void;
  text(): string;
  /** Whether anything was dropped. */
  readonly isCut: boolean;
}

export function keepOutputTail({ maxBytes }: { readonly maxBytes: number }): OutputTail {
  let buffer = Buffer.alloc(0);
  let start = 0;
  let end = 0;
  let isCut = false;
  return {
    add(text) {
      const bytes = Buffer.from(text);
      if (end + bytes.length > buffer.length) grow(end - start + bytes.length);
      end += bytes.copy(buffer, end);
      if (end - start > maxBytes) cut();
    },
    text: () => buffer.toString("utf8", start, end),
    get isCut() {
      return isCut;
    },
  };

  /** Twice what is needed now, so that what is kept moves once at most for as much that comes. */
  function grow(needed: number): void {
    const target = buffer.length < 2 * needed ? Buffer.allocUnsafeSlow(2 * needed) : buffer;
    end = buffer.copy(target, 0, start, end);
    start = 0;
    buffer = target;
  }

  function cut(): void {
    isCut = true;
    start = end - maxBytes;
    while (start < end && isWithinCharacter(buffer.readUInt8(start))) start += 1;
  }
}

/** In UTF-8 a character goes on with bytes of the form 10xxxxxx. */
function isWithinCharacter(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}
