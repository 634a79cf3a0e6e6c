/**
 * The time of one call: it may be silent only so long, each sign of progress starts that time again, and there is an
 * end to it whatever the progress. While it is paused no time passes.
 *
 * When time is up the task's signal aborts, which is what notifies the server, and the call fails at once, also when the
 * task does not listen: what it returns later is dropped.
 */

import { addAbortListener } from "node:events";

import { type Clock, formatDuration, untilAborted } from "@tenon/basis";

import { CallError } from "./call-error.ts";

export interface DeadlineOptions {
  /** How long the call may be silent. */
  readonly callMs: number;
  /** How long it may take in all. */
  readonly longestCallMs: number;
  readonly clock: Clock;
  /** The caller's: aborting it fails the call with its reason. */
  readonly signal?: AbortSignal;
}

export interface Deadline {
  /** Aborts when the time is up and when the caller's signal does. */
  readonly signal: AbortSignal;
  /** Call it at each sign of progress. */
  progress(): void;
  /** Stops the time until it is disposed of, once; of several pauses, until the last one is. The silence starts anew then. */
  pause(): Disposable;
}

// Made once: an abort without a reason makes an error with a stack, for each call.
const OVER = new Error("The call is over");

/** Rejects with a `CallError`, `idle_timeout` or `absolute_timeout`, when time is up. */
export async function withDeadline<T>(options: DeadlineOptions, task: (deadline: Deadline) => Promise<T>): Promise<T> {
  const { callMs, longestCallMs, clock, signal } = options;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const ended = new AbortController();
  const ofCaller = signal && addAbortListener(signal, () => ending.abort(signal.reason));
  let started = clock.now();
  let lastSign = started;
  let pauses = 0;
  let pausedAt = started;
  let resumed = Promise.withResolvers<void>();
  const aborted = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason), { once: true });
  });
  // Its only way to fail is that the call has ended before the time was up.
  void watch().catch(() => {});
  const answer = async () => await task({ signal: ending.signal, progress: () => (lastSign = clock.now()), pause });

  try {
    return await Promise.race([answer(), aborted]);
  } finally {
    ended.abort(OVER);
    ofCaller?.[Symbol.dispose]();
  }

  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      if (pauses > 0) await untilAborted(resumed.promise, ended.signal);
      const now = clock.now();
      const idleEnd = lastSign + callMs;
      const absoluteEnd = started + longestCallMs;
      if (now >= absoluteEnd) return ending.abort(timeout("absolute_timeout", now - started));
      if (now >= idleEnd) return ending.abort(timeout("idle_timeout", now - started));
      await clock.after(Math.min(idleEnd, absoluteEnd) - now, ended.signal);
    }
  }

  function pause(): Disposable {
    if ((pauses += 1) === 1) pausedAt = clock.now();
    return { [Symbol.dispose]: resume };
  }

  function resume(): void {
    if ((pauses -= 1) > 0) return;
    lastSign = clock.now();
    started += lastSign - pausedAt;
    resumed.resolve();
    resumed = Promise.withResolvers();
  }

  function timeout(code: "idle_timeout" | "absolute_timeout", elapsedMs: number): CallError {
    const what =
      code === "idle_timeout"
        ? `no result and no progress for ${formatDuration(callMs)}`
        : `no result within ${formatDuration(longestCallMs)}`;
    const limits = `${formatDuration(callMs)} without progress, ${formatDuration(longestCallMs)} in total`;
    const message = `The call timed out after ${formatDuration(elapsedMs)}: ${what}. Limits: ${limits}.`;
    return new CallError(code, message, { callMs, longestCallMs, elapsedMs });
  }
}
