/**
 * One direction of a linked pair: a writable that feeds a readable, with a gate between them.
 *
 * The end of the stream queues behind held messages, so nothing is lost by closing while the gate is shut.
 */

import type { Duplex } from "./duplex.ts";

export interface Lane<T> extends Duplex<T> {
  readonly held: readonly T[];
  hold(): void;
  untilHeld(count: number): Promise<void>;
  release(count?: number): void;
  cut(): void;
}

export function openLane<T>(options: { readonly capacity: number; onPass(message: T): void }): Lane<T> {
  const held: T[] = [];
  let isHolding = false;
  let isEnded = false;
  let isOver = false;
  let roomMade = Promise.withResolvers<void>();
  const watchers = new Set<() => void>();
  let input: WritableStreamDefaultController | undefined;
  let output: ReadableStreamDefaultController<T> | undefined;

  const readable = new ReadableStream<T>(
    {
      start: (controller) => void (output = controller),
      pull: () => wakeWriter(),
      cancel: (reason) => finish(() => input?.error(reason ?? new Error("The reader has gone"))),
    },
    { highWaterMark: options.capacity },
  );

  const writable = new WritableStream<T>({
    start: (controller) => void (input = controller),
    async write(message) {
      if (isHolding) {
        held.push(message);
        for (const watcher of watchers) watcher();
        return;
      }
      pass(message);
      if (!isOver && (output?.desiredSize ?? 0) <= 0) await roomMade.promise;
    },
    close() {
      isEnded = true;
      endWhenEmpty();
    },
    abort: (reason) => finish(() => output?.error(reason)),
  });

  return {
    readable,
    writable,
    held,
    hold: () => void (isHolding = true),
    release(count) {
      for (const message of held.splice(0, count ?? held.length)) pass(message);
      if (count === undefined) isHolding = false;
      endWhenEmpty();
    },
    untilHeld: (count) =>
      new Promise((resolve) => {
        const watcher = () => {
          if (held.length < count) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
    cut() {
      finish(() => {
        output?.close();
        input?.error(new Error("The connection was cut"));
      });
    },
  };

  function pass(message: T) {
    if (isOver) return;
    options.onPass(message);
    output?.enqueue(message);
  }

  function endWhenEmpty() {
    if (isEnded && held.length === 0) finish(() => output?.close());
  }

  function finish(end: () => void) {
    if (isOver) return;
    isOver = true;
    held.length = 0;
    end();
    wakeWriter();
  }

  function wakeWriter() {
    roomMade.resolve();
    roomMade = Promise.withResolvers<void>();
  }
}
