/**
 * Time limits of calls. One timer serves all of them: a timer for each call would be set and cleared with every call.
 */

import type { Clock } from "@tenon/basis";

/** A time limit that stands still while the user is asked. */
export interface Deadline extends Disposable {
  pause(): void;
  resume(): void;
}

export interface Deadlines extends Disposable {
  start(milliseconds: number, expired: () => void): Deadline;
}

interface Running {
  due: number;
  expired(): void;
}

export function createDeadlines(clock: Clock): Deadlines {
  const running = new Set<Running>();
  let timer: { readonly due: number; readonly stop: AbortController } | undefined;

  return {
    start(milliseconds, expired) {
      let left = milliseconds;
      const one: Running = { due: 0, expired };
      const pause = () => {
        if (running.delete(one)) left = Math.max(0, one.due - clock.now());
      };
      const resume = () => {
        one.due = clock.now() + left;
        running.add(one);
        if (!timer || one.due < timer.due) wakeAt(one.due);
      };
      resume();
      return { pause, resume, [Symbol.dispose]: pause };
    },
    [Symbol.dispose]: () => timer?.stop.abort(STOPPED),
  };

  function wakeAt(due: number): void {
    timer?.stop.abort(STOPPED);
    const stop = new AbortController();
    timer = { due, stop };
    clock.after(Math.max(0, due - clock.now()), stop.signal).then(wake, () => {}); // another timer took over
  }

  function wake(): void {
    timer = undefined;
    let next = Infinity;
    for (const one of running) {
      if (one.due > clock.now()) {
        next = Math.min(next, one.due);
        continue;
      }
      running.delete(one);
      one.expired();
    }
    if (next < Infinity) wakeAt(next);
  }
}

const STOPPED = new Error("The timer is not needed any more");
