/**
 * A time limit that stands still while the user is asked.
 */

import type { Clock } from "@tenon/basis";

export interface Deadline extends Disposable {
  pause(): void;
  resume(): void;
}

export function createDeadline(milliseconds: number, clock: Clock, expired: () => void): Deadline {
  let left = milliseconds;
  let since = 0;
  let timer: AbortController | undefined;
  resume();
  return { pause, resume, [Symbol.dispose]: pause };

  function resume(): void {
    if (timer) return;
    timer = new AbortController();
    since = clock.now();
    // Aborted when it is paused.
    clock.after(left, timer.signal).then(expired, () => {});
  }

  function pause(): void {
    if (!timer) return;
    left = Math.max(0, left - (clock.now() - since));
    timer.abort();
    timer = undefined;
  }
}
