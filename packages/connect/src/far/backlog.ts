/**
 * What the editor sends while there is no line, for the next one. A sender waits when it is full.
 */

import type { Frame } from "@tenon/proxy";

export interface Backlog {
  /** A promise if no more may be added until it was taken. */
  add(frame: Frame): Promise<void> | undefined;
  take(): readonly Frame[];
}

const MAX_LENGTH = 16 * 1024 * 1024;

export function createBacklog(): Backlog {
  let held: Frame[] = [];
  let length = 0;
  let taken = Promise.withResolvers<void>();
  return {
    add(frame) {
      held.push(frame);
      length += frame.text.length;
      return length > MAX_LENGTH ? taken.promise : undefined;
    },
    take() {
      const frames = held;
      held = [];
      length = 0;
      taken.resolve();
      taken = Promise.withResolvers<void>();
      return frames;
    },
  };
}
