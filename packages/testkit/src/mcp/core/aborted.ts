import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Resolves after a while, or when the signal is aborted. Keeps no process alive. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // Being aborted is one of the two ways to end, so the rejection says nothing new.
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
