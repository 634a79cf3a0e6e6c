/**
 * Whether one request is to stop.
 */

export interface Cancellation {
  readonly signal: AbortSignal;
  /** The first reason counts. */
  cancel(reason: unknown): void;
  /** Rejects with the reason as soon as it is cancelled; the work may go on. */
  race<T>(work: Promise<T>): Promise<T>;
}

export function createCancellation(): Cancellation {
  const controller = new AbortController();
  const { signal } = controller;
  // Not a listener of the signal: adding and removing one costs more than the rest of a short call.
  let ending: PromiseWithResolvers<never> | undefined;
  return {
    signal,
    cancel(reason) {
      if (signal.aborted) return;
      ending?.reject(reason);
      controller.abort(reason);
    },
    race(work) {
      ending ??= Promise.withResolvers();
      if (signal.aborted) ending.reject(signal.reason);
      return Promise.race([work, ending.promise]);
    },
  };
}
