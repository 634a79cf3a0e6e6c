/**
 * A queue with one reader, who waits when it is empty. Its owner bounds it.
 */

export interface Arrivals<T> {
  push(item: T): void;
  end(): void;
  /** Undefined at the end. To be called again only when the last call has resolved. */
  next(): Promise<T | undefined>;
}

export function createArrivals<T>(): Arrivals<T> {
  let items: T[] = [];
  let taken = 0;
  let hasEnded = false;
  let wake: (() => void) | undefined;
  return {
    push(item) {
      items.push(item);
      wake?.();
    },
    end() {
      hasEnded = true;
      wake?.();
    },
    async next() {
      if (taken === items.length) {
        items = [];
        taken = 0;
        if (!hasEnded) await new Promise<void>((resolve) => (wake = resolve));
      }
      const item = items[taken];
      if (item !== undefined) taken += 1;
      return item;
    },
  };
}
