import type { Clock } from "./clock.ts";

/** Waits for work, but not longer than this; then it goes on without us, and the result is undefined. */
export async function atMost<T>(milliseconds: number, work: Promise<T>, clock: Clock): Promise<T | undefined> {
  const inTime = new AbortController();
  try {
    return await Promise.race([work, clock.after(milliseconds, inTime.signal).then(() => undefined)]);
  } finally {
    inTime.abort();
  }
}
