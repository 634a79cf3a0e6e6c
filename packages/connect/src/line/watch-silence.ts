/**
 * Notices that a connection is dead although nothing has closed it: a laptop that slept, a network that is gone.
 */

import type { Clock } from "@tenon/basis";

export interface Watched {
  ping(): void;
  /** False while we do not read because we are slow: silence proves nothing then. */
  isReading(): boolean;
  /** Calls back with every sign of life. */
  onLife(listener: () => void): void;
}

// Silence is noticed after two of them at the most.
const EVERY_MS = 8_000;

/** Resolves with true when nothing has come for too long, and with false once the signal aborts. */
export async function untilSilent(watched: Watched, clock: Clock, signal: AbortSignal): Promise<boolean> {
  let isAlive = true;
  watched.onLife(() => (isAlive = true));
  try {
    for (; isAlive; await clock.after(EVERY_MS, signal)) {
      isAlive = !watched.isReading();
      watched.ping();
    }
    return true;
  } catch {
    return false; // The line has ended.
  }
}
