/**
 * A clock that stands still until the test moves it.
 */

import type { Clock } from "@tenon/basis";

export interface ManualClock extends Clock {
  /** How many waits are under way: zero when everything that waited was done or aborted. */
  readonly waiting: number;
  /**
   * Moves time on. Whatever falls due comes due in order, each at its own moment, including what the woken code asks
   * for on the way. Resolves when all of that has run.
   */
  advance(milliseconds: number): Promise<void>;
}

export function manualClock(options: { readonly start?: number } = {}): ManualClock {
  let time = options.start ?? Date.UTC(2026, 0, 1);
  const alarms = new Set<Alarm>();
  return {
    now: () => time,
    get waiting() {
      return alarms.size;
    },
    after(milliseconds, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const alarm: Alarm = { due: time + Math.max(0, milliseconds), ring };
        alarms.add(alarm);
        signal?.addEventListener("abort", giveUp, { once: true });

        function ring() {
          signal?.removeEventListener("abort", giveUp);
          resolve();
        }
        function giveUp() {
          alarms.delete(alarm);
          reject(signal?.reason);
        }
      });
    },
    async advance(milliseconds) {
      const end = time + milliseconds;
      await everythingElseToRun();
      for (let alarm = firstDue(end); alarm; alarm = firstDue(end)) {
        time = Math.max(time, alarm.due);
        alarms.delete(alarm);
        alarm.ring();
        await everythingElseToRun();
      }
      time = end;
    },
  };

  function firstDue(end: number): Alarm | undefined {
    let first: Alarm | undefined;
    for (const alarm of alarms) if (alarm.due <= end && (!first || alarm.due < first.due)) first = alarm;
    return first;
  }
}

interface Alarm {
  readonly due: number;
  ring(): void;
}

function everythingElseToRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
