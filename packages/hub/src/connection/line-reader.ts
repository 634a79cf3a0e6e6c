/**
 * Cuts bytes into lines. Only whole lines are decoded, so a character may be split over chunks; a line that spans many
 * chunks is joined once, so a 64 MiB message costs its length and not its square [P26].
 */
export interface LineReader {
  /** Throws when a line is longer than it may be. */
  push(chunk: Uint8Array): void;
  /** The last line, if it does not end. */
  end(): void;
}

export function createLineReader(options: {
  readonly longest: number;
  readonly onLine: (line: string) => void;
}): LineReader {
  const decoder = new TextDecoder();
  let pieces: Uint8Array[] = [];
  let length = 0;

  const emit = (last: Uint8Array) => {
    const line = pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
    pieces = [];
    length = 0;
    options.onLine(decoder.decode(line));
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        emit(chunk.subarray(start, end));
        start = end + 1;
      }
      const rest = chunk.subarray(start);
      length += rest.length;
      if (length > options.longest) throw tooLong(options.longest);
      if (rest.length > 0) pieces.push(rest);
    },
    end() {
      if (length > 0) emit(new Uint8Array());
    },
  };
}

const NEWLINE = 0x0a;

function tooLong(longest: number): RangeError {
  return new RangeError(`It sent a message longer than ${longest / 2 ** 20} MiB, the limit, and was ended.`);
}
