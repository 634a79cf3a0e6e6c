/**
 * Wakes one reader. A reader waits as often as there are frames, so it must cost nothing that outlives the wait: no signal is
 * listened to anew, and nothing is added to a promise that others share.
 */

export interface Bell {
  ring(): void;
  /** Resolves when it has rung since the last time it resolved. For one reader at a time. */
  rung(): Promise<void>;
}

export function createBell(): Bell {
  let hasRung = false;
  let wake = () => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async rung() {
      if (!hasRung) await new Promise<void>((resolve) => (wake = resolve));
      hasRung = false;
    },
  };
}
