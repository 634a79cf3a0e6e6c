/**
 * Two ends of one connection, in memory. What one end writes the other end reads, in order.
 */

import type { Duplex } from "./duplex.ts";

export interface LinkedPair<T> {
  readonly left: Duplex<T>;
  readonly right: Duplex<T>;
  /** Everything that was written, both directions, in order. */
  readonly passed: readonly { readonly from: "left" | "right"; readonly message: T }[];
  /** Cuts the connection: both readers end, and further writes fail. */
  cut(): void;
}

export interface LinkedPairOptions {
  /** How many unread messages a direction takes before its writer has to wait. */
  readonly capacity?: number;
}

export function linkedPair<T>({ capacity = 256 }: LinkedPairOptions = {}): LinkedPair<T> {
  const passed: { readonly from: "left" | "right"; readonly message: T }[] = [];
  const toRight = openLane<T>(capacity, (message) => passed.push({ from: "left", message }));
  const toLeft = openLane<T>(capacity, (message) => passed.push({ from: "right", message }));
  return {
    left: { readable: toLeft.readable, writable: toRight.writable },
    right: { readable: toRight.readable, writable: toLeft.writable },
    passed,
    cut() {
      toRight.cut();
      toLeft.cut();
    },
  };
}

/** One direction: a writable that feeds a readable. */
function openLane<T>(capacity: number, onWrite: (message: T) => void) {
  let isOver = false;
  let taken = Promise.withResolvers<void>();
  let input: WritableStreamDefaultController | undefined;
  let output: ReadableStreamDefaultController<T> | undefined;

  const readable = new ReadableStream<T>(
    {
      start: (controller) => void (output = controller),
      pull: wakeWriter,
      cancel: (reason) => finish(() => input?.error(reason ?? new Error("The reader has gone"))),
    },
    { highWaterMark: capacity },
  );
  const writable = new WritableStream<T>({
    start: (controller) => void (input = controller),
    async write(message) {
      if (isOver) return;
      onWrite(message);
      output?.enqueue(message);
      if ((output?.desiredSize ?? 0) <= 0) await taken.promise;
    },
    close: () => finish(() => output?.close()),
    abort: (reason) => finish(() => output?.error(reason)),
  });
  return { readable, writable, cut };

  function cut() {
    finish(() => {
      output?.close();
      input?.error(new Error("The connection was cut"));
    });
  }

  function finish(end: () => void) {
    if (isOver) return;
    isOver = true;
    end();
    wakeWriter();
  }

  function wakeWriter() {
    taken.resolve();
    taken = Promise.withResolvers<void>();
  }
}
