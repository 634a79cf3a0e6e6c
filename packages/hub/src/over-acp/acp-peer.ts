/**
 * The ACP client at the other end, as MCP over ACP needs it.
 */

import { type JsonObject, objectOf } from "@tenon/basis";

export interface AcpPeer {
  /** Never rejects. Aborting the signal sends `$/cancel_request` and need not wait for the answer. */
  ask(method: string, params: JsonObject, options: { readonly signal: AbortSignal }): Promise<AcpAnswer>;
  notify(method: string, params: JsonObject): void;
}

/** As it is in the response of the client. */
export type AcpAnswer = { readonly result: unknown } | { readonly error: RpcError };

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The requests on one route that have not been answered, so that the SDK's client can cancel them. */
export function createOpenRequests() {
  const open = new Map<string | number, AbortController>();
  return {
    /** Runs a request; its signal aborts when it is cancelled. */
    async run<T>(id: string | number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const abort = new AbortController();
      open.set(id, abort);
      try {
        return await ask(abort.signal);
      } finally {
        open.delete(id);
      }
    },
    /** With the params of `notifications/cancelled`. */
    cancel(params: unknown): void {
      const { requestId } = objectOf(params);
      if (typeof requestId === "string" || typeof requestId === "number") open.get(requestId)?.abort();
    },
    cancelAll(): void {
      for (const request of open.values()) request.abort();
    },
  };
}
