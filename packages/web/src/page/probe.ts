/**
 * Finds out that the line is dead, which no event reports: neither side hears from the other.
 *
 * While the page is looked at and has heard nothing for a while, it asks the gateway for a sign of life over a socket that
 * is open; without one it is cut off.
 */

export interface Probe {
  /** Something has come from the gateway. */
  heard(): void;
  close(): void;
}

export interface ProbeOptions {
  /** Asks for a sign of life. False if no socket is open, which is being seen to. */
  readonly ask: () => boolean;
  readonly onSilent: () => void;
}

const TICK_MS = 250;
// Together less than five seconds. Ticks, and not time: in a page that was busy for long, the answer waits to be read.
const QUIET_TICKS = 8;
const ANSWER_TICKS = 10;

export function openProbe({ ask, onSilent }: ProbeOptions): Probe {
  let quiet = 0;
  let asked: number | undefined;
  const timer = setInterval(() => {
    if (!navigator.onLine || document.visibilityState === "hidden") return;
    quiet += 1;
    if (quiet < QUIET_TICKS) return;
    if (asked === undefined) asked = ask() ? quiet : undefined;
    else if (quiet - asked >= ANSWER_TICKS) {
      heard();
      onSilent();
    }
  }, TICK_MS);
  return { heard, close: () => clearInterval(timer) };

  function heard(): void {
    quiet = 0;
    asked = undefined;
  }
}
