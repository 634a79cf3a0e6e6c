/**
 * ACP connections over HTTP. No event says that a client has gone, so a connection that has had neither a stream nor a
 * request for some time is ended.
 */

import { setTimeout as sleep } from "node:timers/promises";

import type { HttpLimits } from "../limits/limits.ts";
import { createPace, type Pace } from "../limits/pace.ts";

export interface HttpConnections extends Disposable {
  readonly size: number;
  /** Until it is closed. */
  add(id: string, closed: Promise<void> | undefined, personId: string | undefined): void;
  /** Whether this person has begun it. False for one that is not over HTTP, such as that of a WebSocket. */
  isOf(id: string, personId: string | undefined): boolean;
  /** A request of this connection is under way, until it has ended. */
  hold(id: string, ended: Promise<unknown>): void;
  /** Resolves when the connection may send another message. */
  pace(id: string, signal: AbortSignal): Promise<void>;
}

interface HttpConnection {
  readonly personId: string | undefined;
  readonly pace: Pace;
  openRequests: number;
  idleSince: number;
}

export function createHttpConnections(limits: HttpLimits, onIdle: (id: string) => void): HttpConnections {
  const connections = new Map<string, HttpConnection>();
  const sweeper = setInterval(endIdle, limits.idleMs / 4);
  sweeper.unref();
  return {
    get size() {
      return connections.size;
    },
    isOf(id, personId) {
      const known = connections.get(id);
      return known !== undefined && known.personId === personId;
    },
    add(id, closed, personId) {
      const pace = createPace({ perSecond: limits.messagesPerSecond, burst: limits.messageBurst });
      connections.set(id, { personId, pace, openRequests: 0, idleSince: performance.now() });
      void closed?.finally(() => connections.delete(id));
    },
    hold(id, ended) {
      const known = connections.get(id);
      if (!known) return;
      known.openRequests += 1;
      void ended.then(() => {
        known.openRequests -= 1;
        known.idleSince = performance.now();
      });
    },
    async pace(id, signal) {
      const wait = connections.get(id)?.pace.take() ?? 0;
      if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {}); // aborted
    },
    [Symbol.dispose]: () => clearInterval(sweeper),
  };

  function endIdle(): void {
    const longAgo = performance.now() - limits.idleMs;
    for (const [id, { openRequests, idleSince }] of connections) {
      if (openRequests > 0 || idleSince > longAgo) continue;
      connections.delete(id);
      onIdle(id);
    }
  }
}
