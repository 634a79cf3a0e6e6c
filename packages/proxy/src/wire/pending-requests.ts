/**
 * The client's requests that have no answer yet: whatever becomes of the agent, each gets one [R166].
 */

import { isObject } from "@tenon/basis";
import type { ErrorResponse } from "@tenon/journal/stream";

export interface PendingRequests {
  /** Each message of the client. */
  sent(message: unknown): void;
  /** Each message that the client gets. */
  received(message: unknown): void;
  /** An error for each that is open; none is open then. */
  fail(error: ErrorResponse["error"]): readonly ErrorResponse[];
}

export function createPendingRequests(): PendingRequests {
  const open = new Set<string | number>();
  return {
    sent(message) {
      if (!isObject(message)) return;
      const { id, method } = message;
      if (method === undefined || (typeof id !== "string" && typeof id !== "number")) return;
      open.add(id);
    },
    received(message) {
      if (!isObject(message)) return;
      const { id, method } = message;
      if (method === undefined && (typeof id === "string" || typeof id === "number")) open.delete(id);
    },
    fail(error) {
      const responses = [...open].map((id) => ({ jsonrpc: "2.0", id, error }) as const);
      open.clear();
      return responses;
    },
  };
}
