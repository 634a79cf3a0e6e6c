/**
 * Whether one request is to stop. Most functions never look, so its signal is made when the first one does: a signal for each
 * call costs more than the rest of it.
 */

export interface Cancellation {
  /** Undefined until it is cancelled. */
  readonly cancelled: { readonly reason: unknown } | undefined;
  readonly signal: AbortSignal;
  /** The first reason counts. */
  cancel(reason: unknown): void;
  /** Rejects with the reason as soon as it is cancelled; the work may go on. */
  race<T>(work: Promise<T>): Promise<T>;
}

export function createCancellation(): Cancellation {
  const ending = Promise.withResolvers<never>();
  // Nothing may wait for it.
  ending.promise.catch(() => {});
  let cancelled: { readonly reason: unknown } | undefined;
  let controller: AbortController | undefined;
  return {
    get cancelled() {
      return cancelled;
    },
    get signal() {
      if (controller) return controller.signal;
      controller = new AbortController();
      if (cancelled) controller.abort(cancelled.reason);
      return controller.signal;
    },
    cancel(reason) {
      if (cancelled) return;
      cancelled = { reason };
      ending.reject(reason);
      controller?.abort(reason);
    },
    race: (work) => Promise.race([work, ending.promise]),
  };
}
