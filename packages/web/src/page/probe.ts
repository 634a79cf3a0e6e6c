/**
 * Finds out that the line is dead, which no event reports: neither side hears from the other.
 *
 * While the page is looked at and has heard nothing for a while, it asks the gateway; without an answer it is cut off.
 */

export interface Probe {
  /** Something has come from the gateway. */
  heard(): void;
  close(): void;
}

export interface ProbeOptions {
  /** Resolves when the gateway answers. */
  readonly ask: (signal: AbortSignal) => Promise<void>;
  readonly onSilent: () => void;
}

// Together less than five seconds.
const QUIET_MS = 1_200;
const ANSWER_MS = 2_500;

export function openProbe({ ask, onSilent }: ProbeOptions): Probe {
  let heardAt = Date.now();
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking || !navigator.onLine || document.visibilityState === "hidden" || Date.now() - heardAt < QUIET_MS)
      return;
    isAsking = true;
    void look().finally(() => (isAsking = false));
  }, QUIET_MS / 4);
  return {
    heard: () => (heardAt = Date.now()),
    close: () => clearInterval(timer),
  };

  async function look(): Promise<void> {
    const askedAt = Date.now();
    const patience = new AbortController();
    const timeout = setTimeout(() => patience.abort(), ANSWER_MS);
    try {
      await ask(patience.signal);
      heardAt = Date.now();
    } catch {
      if (heardAt < askedAt) onSilent();
      // The sockets try again by themselves; asked at once, it would drop them while they connect.
      heardAt = Date.now() + ANSWER_MS;
    } finally {
      clearTimeout(timeout);
    }
  }
}
