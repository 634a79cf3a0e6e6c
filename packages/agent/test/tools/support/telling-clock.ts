import { manualClock, type ManualClock } from "@tenon/testkit";

/** A clock that the test moves, and that reports when a wait of so many milliseconds begins. */
export function tellingClock(): ManualClock & { untilAsked(milliseconds: number): Promise<void> } {
  const manual = manualClock();
  const asked = new Map<number, PromiseWithResolvers<void>>();
  const about = (milliseconds: number) => {
    const known = asked.get(milliseconds) ?? Promise.withResolvers<void>();
    asked.set(milliseconds, known);
    return known;
  };
  return {
    now: manual.now,
    get waiting() {
      return manual.waiting;
    },
    advance: manual.advance,
    after(milliseconds, signal) {
      const waiting = manual.after(milliseconds, signal);
      about(milliseconds).resolve();
      return waiting;
    },
    untilAsked: (milliseconds) => about(milliseconds).promise,
  };
}
