/**
 * A rate limit with a burst. Nothing is counted or swept: one number says when the next is due (GCRA).
 */

export interface Pace {
  /** Queues one, and returns the milliseconds until its turn: 0 if it is now. */
  take(): number;
  /** Unused for so long that it is as good as new. */
  readonly isFresh: boolean;
}

export interface PaceOptions {
  readonly perSecond: number;
  readonly burst: number;
  readonly now?: () => number;
}

export function createPace({ perSecond, burst, now = () => performance.now() }: PaceOptions): Pace {
  const interval = 1000 / perSecond;
  const slack = interval * (burst - 1);
  let due = -Infinity;
  return {
    take() {
      const time = now();
      const wait = Math.max(0, due - slack - time);
      due = Math.max(due, time) + interval;
      return wait;
    },
    get isFresh() {
      return due <= now();
    },
  };
}
