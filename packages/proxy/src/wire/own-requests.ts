/**
 * Requests of our own to one side, among those of the other side that pass through.
 */

import { defined, numberOf, objectOf, stringOf } from "@tenon/basis";

import { WireError } from "./wire-error.ts";

export interface OwnRequests {
  /** Rejects with a `WireError`, or with the signal's reason. */
  ask(method: string, params: unknown, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Whether a message answers one of ours, and so must not pass. */
  take(message: unknown): boolean;
  /** The other side has gone, and answers none of them. */
  end(): void;
}

interface Asked {
  answer(message: unknown): void;
  fail(error: unknown): void;
}

/** `prefix` makes ids that neither side uses: what answers such an id is ours. */
export function createOwnRequests(prefix: string, send: (message: unknown) => void): OwnRequests {
  const waiting = new Map<unknown, Asked>();
  let count = 0;
  let hasEnded = false;
  return {
    ask: async (method, params, { signal }) => {
      signal.throwIfAborted();
      if (hasEnded) throw gone(method);
      const id = `${prefix}${(count += 1)}`;
      const answered = Promise.withResolvers<unknown>();
      const cancel = () => {
        send({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: id } });
        answered.reject(signal.reason);
      };
      waiting.set(id, {
        answer: (message) => settle(message, answered),
        fail: () => answered.reject(gone(method)),
      });
      signal.addEventListener("abort", cancel, { once: true });
      try {
        send({ jsonrpc: "2.0", id, method, params });
        return await answered.promise;
      } finally {
        // An editor that drops a cancelled question never answers it.
        waiting.delete(id);
        signal.removeEventListener("abort", cancel);
      }
    },
    take(message) {
      const { id, method } = objectOf(message);
      // By its prefix, so that a late answer to one that was cancelled is still ours.
      if (method !== undefined || typeof id !== "string" || !id.startsWith(prefix)) return false;
      waiting.get(id)?.answer(message);
      return true;
    },
    end() {
      hasEnded = true;
      for (const asked of waiting.values()) asked.fail(undefined);
      waiting.clear();
    },
  };
}

function settle(message: unknown, answered: PromiseWithResolvers<unknown>): void {
  const { result, error } = objectOf(message);
  if (error === undefined) return answered.resolve(result);
  const { code, message: reason, data } = objectOf(error);
  const answer = defined({ rpcCode: numberOf(code), data });
  answered.reject(new WireError("refused", stringOf(reason) ?? "The request was refused", answer));
}

function gone(method: string): WireError {
  return new WireError("gone", `${method} has no answer: the connection has ended`);
}
