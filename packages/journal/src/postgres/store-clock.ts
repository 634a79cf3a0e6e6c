/**
 * What time it is by the clock of the database: those of the machines that share it differ, and may be set.
 *
 * It is asked once, and counted on from there by a clock that no one sets. It is asked again when the time of this machine has
 * moved otherwise, because that was set or the machine has slept, and once an hour.
 */

export interface StoreClock {
  /** Milliseconds since 1970. */
  now(): number;
}

const MAX_DRIFT_MS = 1_000;
const MAX_AGE_MS = 60 * 60_000;
const PAUSE_MS = 10_000;

/**
 * `read` asks the database, and calls `onSent` as it does: until then it may wait for a connection, and try several. Rejects if
 * the first answer does not come.
 */
export async function openStoreClock(read: (onSent: () => void) => Promise<number>): Promise<StoreClock> {
  let measured = await measure();
  let triedAt = measured.counter;
  return {
    now() {
      const [date, counter] = [Date.now(), performance.now()];
      const elapsed = counter - measured.counter;
      const isMoved = Math.abs(date - measured.date - elapsed) > MAX_DRIFT_MS;
      if ((isMoved || elapsed > MAX_AGE_MS) && counter - triedAt > PAUSE_MS) {
        triedAt = counter;
        measure().then(
          (again) => (measured = again),
          () => {}, // The database does not answer. It is asked later.
        );
      }
      return Math.round(measured.store + elapsed);
    },
  };

  async function measure() {
    let sentAt = performance.now();
    const store = await read(() => (sentAt = performance.now()));
    const [date, counter] = [Date.now(), performance.now()];
    return { store: store + (counter - sentAt) / 2, date, counter };
  }
}
