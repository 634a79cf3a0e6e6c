/**
 * Waiting for work that others may wait for too: it goes on when the wait ends, and no listener or timer stays behind.
 */

import { type Clock, systemClock } from "./clock.ts";

/** Rejects with the signal's reason as soon as it aborts. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return await work;
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Resolves with undefined as soon as the signal aborts; what the work then comes to is ignored, also a failure. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    const result = await untilAborted(work, signal);
    return signal.aborted ? undefined : result;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Resolves when the signal aborts. Its listener stays until then: for a signal that lives no longer than what waits. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Resolves with undefined if the work is not done in this time. */
export async function within<T>(
  milliseconds: number,
  work: Promise<T>,
  { clock = systemClock, signal }: { readonly clock?: Clock; readonly signal?: AbortSignal | undefined } = {},
): Promise<T | undefined> {
  const inTime = new AbortController();
  const end = signal ? AbortSignal.any([signal, inTime.signal]) : inTime.signal;
  try {
    return await Promise.race([work, clock.after(milliseconds, end).then(() => undefined)]);
  } finally {
    inTime.abort();
  }
}
