/**
 * Takes lines that are too long out of a stream of bytes, so that one of them costs itself and not the connection: the
 * SDK's reader ends with the first message over its limit [M40].
 */

export interface LongLines {
  /** What may be read on: the lines that have ended, and are not too long. */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /** What is left at the end of input. */
  end(): readonly Uint8Array[];
}

export interface LongLine {
  readonly bytes: number;
  /** Where a message says what it is: at its beginning, or at its end. */
  readonly head: string;
  readonly tail: string;
}

// An id, a method and the names around them.
const KEPT_BYTES = 1_024;
const NEWLINE = 0x0a;

/** `onLong` gives the line that is read instead, if there is one. */
export function createLongLines(options: {
  readonly longest: number;
  readonly onLong: (line: LongLine) => string | undefined;
}): LongLines {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let head = "";
  let tail = Buffer.alloc(0);

  return {
    push(chunk) {
      const ended: Uint8Array[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end + 1));
        ended.push(...take());
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
      return ended;
    },
    end: () => take(),
  };

  function add(piece: Uint8Array): void {
    const wasLong = length > options.longest;
    length += piece.length;
    if (length <= options.longest) {
      pieces.push(piece);
      return;
    }
    if (!wasLong) {
      head = Buffer.concat(enoughOf([...pieces, piece])).toString("utf8", 0, KEPT_BYTES);
      tail = Buffer.concat(enoughOf(pieces.toReversed()).toReversed());
    }
    tail = Buffer.concat([tail, piece.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
    pieces = [];
  }

  function take(): readonly Uint8Array[] {
    const line = pieces;
    const isLong = length > options.longest;
    const instead = isLong ? options.onLong({ bytes: length, head, tail: tail.toString() }) : undefined;
    pieces = [];
    length = 0;
    tail = Buffer.alloc(0);
    if (!isLong) return line;
    return instead === undefined ? [] : [Buffer.from(`${instead}\n`)];
  }
}

/** As many pieces as hold what is kept. */
function enoughOf(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  let bytes = 0;
  return pieces.filter((piece) => (bytes += piece.length) - piece.length < KEPT_BYTES);
}
