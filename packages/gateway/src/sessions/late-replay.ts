/**
 * Some agents answer `session/load` first and replay the conversation afterwards. What comes once they are prompted is new,
 * so the first prompt waits until nothing old has come for a moment.
 */

import type { SessionHistory } from "./live-session.ts";

// Chunks of one replay come within a few milliseconds of each other.
const SILENCE_MS = 100;
/** An agent that is never silent is prompted all the same. */
const MAX_WAIT_MS = 3_000;

/** `pause` is told whether prompts have to wait; once more, at most, when the session has ended. */
export function createHistory(pause: (isPaused: boolean) => void): SessionHistory {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let until = 0;

  return {
    swallowed: "none",
    loaded() {
      this.swallowed = "conversation";
      until = performance.now() + MAX_WAIT_MS;
      pause(true);
      wait();
    },
    replayed: () => timer && wait(),
  };

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(goOn, Math.min(SILENCE_MS, Math.max(0, until - performance.now())));
    timer.unref();
  }

  function goOn(): void {
    timer = undefined;
    pause(false);
  }
}
