/**
 * One turn: from the sending of a prompt to its answer, or to the moment we stop waiting for one.
 *
 * Cancelling asks the agent to stop. An agent that never answers does not hold us for ever: after a while the turn is
 * over for us [C-03], and an answer that comes later is ignored [C-06].
 */

import type { Clock } from "@tenon/basis";

export interface Turn {
  /** Aborts when it is cancelled. */
  readonly cancelled: AbortSignal;
  /** Resolves if it was cancelled and the agent did not answer in time. */
  readonly abandoned: Promise<typeof ABANDONED>;
  /** Resolves when its answer is no longer awaited. */
  readonly over: Promise<void>;
  /** Runs `notify` once, however often it is called, and not at all when the turn is over. */
  cancel(notify: () => Promise<void>): Promise<void>;
  /** It was answered, or abandoned. */
  end(): void;
}

export const ABANDONED = Symbol("abandoned");

export function beginTurn({ clock, graceMs }: { readonly clock: Clock; readonly graceMs: number }): Turn {
  const cancelling = new AbortController();
  const ending = new AbortController();
  const abandoned = Promise.withResolvers<typeof ABANDONED>();
  const over = Promise.withResolvers<void>();
  let notified: Promise<void> | undefined;
  return {
    cancelled: cancelling.signal,
    abandoned: abandoned.promise,
    over: over.promise,
    cancel(notify) {
      if (ending.signal.aborted) return Promise.resolve();
      return (notified ??= begin(notify));
    },
    end() {
      ending.abort();
      over.resolve();
    },
  };

  function begin(notify: () => Promise<void>): Promise<void> {
    const notifying = notify();
    // After the cancel was sent, so that the agent gets it before the cancelled answers to its questions [R71].
    cancelling.abort();
    clock.after(graceMs, ending.signal).then(
      () => abandoned.resolve(ABANDONED),
      () => {}, // The agent has answered.
    );
    return notifying;
  }
}
