/**
 * When an unused session is closed, so that it costs nothing; the journal keeps it.
 */

import type { Clock } from "@tenon/basis";

export interface Parking {
  /** To be called whenever the session may have become quiet, or no longer is. */
  check(): void;
  end(): void;
}

export interface ParkingOptions {
  readonly clock: Clock;
  readonly afterMs: number;
  isQuiet(): boolean;
  park(): void;
}

export function createParking({ clock, afterMs, isQuiet, park }: ParkingOptions): Parking {
  let quiet: AbortController | undefined;
  let isOver = false;
  return {
    check() {
      if (!isQuiet()) return stop();
      if (!quiet && !isOver) void wait((quiet = new AbortController()));
    },
    end() {
      isOver = true;
      stop();
    },
  };

  function stop() {
    quiet?.abort();
    quiet = undefined;
  }

  async function wait({ signal }: AbortController): Promise<void> {
    try {
      await clock.after(afterMs, signal);
      park();
    } catch {
      // A client has come.
    }
  }
}
