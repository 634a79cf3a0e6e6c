import type { Clock } from "@tenon/basis";

export type Waited<T> = { readonly type: "done"; readonly value: T } | { readonly type: "late" | "aborted" };

/** Waits for a promise until it settles, the time is over or the signal aborts. Rejects if the promise does. */
export async function waitFor<T>(
  promise: Promise<T>,
  { ms, signal, clock }: { readonly ms: number; readonly signal: AbortSignal; readonly clock: Clock },
): Promise<Waited<T>> {
  const settled = new AbortController();
  try {
    return await Promise.race([
      promise.then((value): Waited<T> => ({ type: "done", value })),
      clock.after(ms, AbortSignal.any([signal, settled.signal])).then(
        (): Waited<T> => ({ type: "late" }),
        (): Waited<T> => ({ type: "aborted" }),
      ),
    ]);
  } finally {
    settled.abort();
  }
}
