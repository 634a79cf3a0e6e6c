/**
 * Some agents answer `session/load` first and replay the conversation afterwards. What comes once they are prompted is new,
 * so the first prompt waits until nothing old has come for a moment.
 */

export interface LateReplay {
  /** The agent has answered. */
  wait(): void;
  /** It told something of the conversation. */
  goesOn(): void;
  end(): void;
}

// Chunks of one replay come within a few milliseconds of each other.
const SILENCE_MS = 100;
/** An agent that is never silent is prompted all the same. */
const MAX_WAIT_MS = 3_000;

export function createLateReplay(pause: (isPaused: boolean) => void): LateReplay {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let until = 0;

  return {
    wait() {
      until = performance.now() + MAX_WAIT_MS;
      pause(true);
      again();
    },
    goesOn() {
      if (timer !== undefined) again();
    },
    end: stop,
  };

  function again(): void {
    stop();
    timer = setTimeout(
      () => {
        stop();
        pause(false);
      },
      Math.min(SILENCE_MS, Math.max(0, until - performance.now())),
    );
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }
}
