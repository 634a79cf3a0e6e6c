/**
 * A position in the records of a session, and the session as it was there.
 */

import { createSessionFold, type SessionFold, type SessionSnapshot } from "../open-session/session-fold.ts";
import type { FeedRecord } from "../wire/feed.ts";

export interface ReplayCursor {
  /** How many records have been folded. */
  readonly position: number;
  snapshot(): SessionSnapshot;
  seek(position: number): void;
  /** The next position with another row, or where a turn begins or ends. The cursor may be there already. */
  next(): number;
  /** The last such position before this one. */
  previous(): number;
}

export function createReplayCursor(records: readonly FeedRecord[]): ReplayCursor {
  let walk = beginWalk(records);
  return {
    get position() {
      return walk.position;
    },
    snapshot: () => walk.fold.snapshot(),
    seek(position) {
      const target = Math.max(0, Math.min(records.length, position));
      if (target < walk.position) walk = beginWalk(records);
      walk.to(target);
    },
    next: () => walk.toChange(),
    previous() {
      // A fold cannot go back: it is found by walking there again.
      const again = beginWalk(records);
      let before = 0;
      for (let next = again.toChange(); next < walk.position; next = again.toChange()) before = next;
      return before;
    },
  };
}

interface Walk {
  readonly fold: SessionFold;
  readonly position: number;
  to(position: number): void;
  /** To the next visible change, or to the end. */
  toChange(): number;
}

function beginWalk(records: readonly FeedRecord[]): Walk {
  const fold = createSessionFold();
  let position = 0;
  return {
    fold,
    get position() {
      return position;
    },
    to,
    toChange() {
      const before = look();
      while (position < records.length) {
        to(position + 1);
        if (look() !== before) break;
      }
      return position;
    },
  };

  function to(target: number): void {
    for (const record of records.slice(position, target)) fold.add(record);
    position = Math.max(position, target);
  }

  function look(): string {
    const { rowCount, timeline } = fold.snapshot();
    return `${rowCount} ${timeline.isTurnOpen}`;
  }
}
