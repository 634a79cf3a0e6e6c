/**
 * Shows the end of a command's output while it runs.
 *
 * An update replaces what was shown before, so each has the same few lines at most, and they come the more slowly the
 * longer the command runs: what goes over the wire does not grow with the output [W-02].
 */

import type { Clock } from "@tenon/basis";

export interface LiveTail {
  add(text: string): void;
  /** Nothing is shown afterwards. */
  stop(): void;
}

const MAX_CHARACTERS = 2_000;
const MIN_PAUSE_MS = 200;
// What is seen after an hour may be a minute old.
const PAUSE_SHARE = 1 / 60;

/** `show` must not reject. */
export function showTail(show: (text: string) => Promise<void>, clock: Clock): LiveTail {
  const start = clock.now();
  const lifetime = new AbortController();
  let tail = "";
  let isShown = true;
  let showing: Promise<void> | undefined;
  return {
    add(text) {
      if (lifetime.signal.aborted) return;
      tail = (tail + text).slice(-MAX_CHARACTERS);
      isShown = false;
      showing ??= showNews().catch(() => {}); // It rejects only when it is stopped.
    },
    stop: () => lifetime.abort(),
  };

  async function showNews(): Promise<void> {
    while (!isShown) {
      await clock.after(Math.max(MIN_PAUSE_MS, (clock.now() - start) * PAUSE_SHARE), lifetime.signal);
      isShown = true;
      await show(linesOf(tail));
    }
    showing = undefined;
  }
}

/** What was cut off is no line. */
function linesOf(tail: string): string {
  return tail.length < MAX_CHARACTERS ? tail : tail.slice(tail.indexOf("\n") + 1).toWellFormed();
}
