/**
 * How many calls a server gets at once. First come, first served; a waiter that aborts leaves the queue.
 */

import { addAbortListener } from "node:events";

import { CallError } from "../call-error.ts";

export interface Semaphore {
  readonly running: number;
  readonly waiting: number;
  /**
   * Runs the task when it is its turn. Rejects with the signal's reason if it aborts before that (a task that runs has
   * to listen for itself), and with a `CallError`, `too_many_waiting`, if the queue is full.
   */
  run<T>(task: () => Promise<T>, options?: { readonly signal?: AbortSignal }): Promise<T>;
}

// A model asks for a handful of calls; a queue of this length is a loop gone wild.
const MAX_WAITING = 1_000;

export function createSemaphore(options: { readonly callsAtOnce: number; readonly waitingAtMost?: number }): Semaphore {
  const { callsAtOnce, waitingAtMost = MAX_WAITING } = options;
  if (!(callsAtOnce >= 1)) throw new RangeError(`callsAtOnce is ${callsAtOnce}, but has to be at least 1`);
  let running = 0;
  // A set keeps the order and forgets one from the middle without a search.
  const waiting = new Set<() => void>();

  return {
    get running() {
      return running;
    },
    get waiting() {
      return waiting.size;
    },
    async run(task, { signal } = {}) {
      signal?.throwIfAborted();
      if (running < callsAtOnce) running += 1;
      else await turn(signal);
      try {
        // It may have been aborted in the moment between the call and the turn.
        signal?.throwIfAborted();
        return await task();
      } finally {
        leave();
      }
    },
  };

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= waitingAtMost) throw tooManyWaiting(waiting.size);
    const called = Promise.withResolvers<void>();
    waiting.add(called.resolve);
    const giveUp =
      signal && addAbortListener(signal, () => waiting.delete(called.resolve) && called.reject(signal.reason));
    await called.promise.finally(() => giveUp?.[Symbol.dispose]());
  }

  /** The slot goes straight to the next in line, so that no newcomer can take it. */
  function leave(): void {
    const [next] = waiting;
    if (!next) return void (running -= 1);
    waiting.delete(next);
    next();
  }
}

function tooManyWaiting(waiting: number): CallError {
  const message = `${waiting} calls are already queued for this server. Wait for their results before calling again.`;
  return new CallError("too_many_waiting", message, { waiting });
}
