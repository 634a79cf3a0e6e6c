/**
 * The latest frames of a session, for all its readers. What falls out is still in the journal.
 */

import type { Frame } from "../gateway.ts";

export interface Ring {
  /** Of the next record: sequence numbers have no gaps. */
  push(frame: Frame): void;
  /** The sequence number of the last frame. */
  readonly lastSeq: number;
  /** Some of the frames after a record, in order; none if there are none yet. Undefined if they have fallen out. */
  after(seq: number): readonly Frame[] | undefined;
}

export interface RingOptions {
  /** The sequence number before its first frame. */
  readonly start: number;
  readonly frames: number;
  readonly characters: number;
}

// So that a reader with much to read lets the others read too.
const PIECE = 64;

export function createRing(options: RingOptions): Ring {
  let frames: Frame[] = [];
  /** How many of them have fallen out; they are cut off now and then. */
  let fallen = 0;
  let { start } = options;
  let characters = 0;
  return {
    push(frame) {
      frames.push(frame);
      characters += frame.length;
      while (frames.length - fallen > options.frames || (characters > options.characters && frames.length - fallen > 1))
        drop();
    },
    get lastSeq() {
      return start + frames.length - fallen;
    },
    after(seq) {
      if (seq < start) return undefined;
      const index = fallen + seq - start;
      return frames.slice(index, index + PIECE);
    },
  };

  function drop() {
    characters -= frames[fallen]?.length ?? 0;
    frames[fallen] = "";
    fallen += 1;
    start += 1;
    if (fallen < options.frames) return;
    frames = frames.slice(fallen);
    fallen = 0;
  }
}
