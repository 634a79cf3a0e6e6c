/**
 * What happens in a hub, for those who come after it was opened.
 */

import type { SessionCallbacks } from "./connection/protocol/client-callbacks.ts";
import type { Hub, HubEvent } from "./hub-types.ts";

export interface HubEvents extends Pick<Hub, "watch"> {
  /** Never throws. */
  emit(event: HubEvent): void;
}

export function createHubEvents(): HubEvents {
  const listeners = new Set<{ readonly onEvent: (event: HubEvent) => void }>();
  return {
    watch(onEvent) {
      const listener = { onEvent };
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    emit(event) {
      for (const { onEvent } of listeners) {
        try {
          onEvent(event);
        } catch {
          // A listener that throws must not end the connection that the event is about.
        }
      }
    },
  };
}

/** The callbacks of a session, and what servers log is an event too. */
export function withLog(callbacks: SessionCallbacks, events: HubEvents): SessionCallbacks {
  return {
    ...callbacks,
    log(message, server) {
      events.emit({ type: "log", server, message });
      callbacks.log?.(message, server);
    },
  };
}
