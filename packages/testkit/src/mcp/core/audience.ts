/**
 * The clients that receive unsolicited notifications: a session of the older revision, a subscription of the newer.
 */

import type { JsonObject } from "@tenon/basis";

interface Listener {
  /** Passes the notification on, or not: each listener knows what its client wants to hear. */
  hear(method: string, params: JsonObject | undefined): void;
}

export interface Audience {
  /** Returns the way out. */
  join(listener: Listener): () => void;
  tell(method: string, params?: JsonObject): void;
}

export function createAudience(): Audience {
  const listeners = new Set<Listener>();
  return {
    join(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(method, params) {
      for (const listener of listeners) listener.hear(method, params);
    },
  };
}
