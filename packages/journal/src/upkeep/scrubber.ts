/**
 * Takes what was deleted out of the log beside the file too. While another connection reads, that cannot be done, and is
 * tried again later.
 */

import type { Store } from "../store/store.ts";

export interface Scrubber extends Disposable {
  /** Tries once, and goes on trying in the background if it was in vain. */
  scrub(): Promise<void>;
}

const PAUSE_MS = 1_000;

export function createScrubber(store: Pick<Store, "scrub">): Scrubber {
  let timer: NodeJS.Timeout | undefined;
  return { scrub, [Symbol.dispose]: () => clearTimeout(timer) };

  async function scrub(): Promise<void> {
    clearTimeout(timer);
    // What cannot be written to now may be later.
    const isDone = await store.scrub().catch(() => false);
    if (!isDone) timer = setTimeout(() => void scrub(), PAUSE_MS).unref();
  }
}
