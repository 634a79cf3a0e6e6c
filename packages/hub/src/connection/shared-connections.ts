/**
 * Servers that are declared shared: sessions with the same configuration and credentials use one connection, and with it
 * one process. Each session has a view of its own; the connection ends with the last of them.
 *
 * Only the process is shared: each view sees its own calls, and what a server would ask of a session (a person, the
 * model) it cannot ask, because it is not one session's server.
 */

import { untilAborted } from "@tenon/basis";

import type { Connection } from "./protocol/connection.ts";
import type { ServerChange } from "./protocol/watch-lists.ts";

export interface SharedConnections {
  /** A view of the connection with this key, which is opened if there is none. Rejects as opening does. */
  acquire(request: AcquireRequest): Promise<Connection>;
}

export interface AcquireRequest {
  /** What makes two servers the same. */
  readonly key: string;
  /** Ends the waiting of this session, and not the opening that others wait for too. */
  readonly signal: AbortSignal;
  readonly onChange: (change: ServerChange) => void;
  /** Aborts when this session has to end sooner than the server would. */
  readonly lost: AbortSignal | undefined;
  open(options: {
    readonly signal: AbortSignal;
    readonly onChange: (change: ServerChange) => void;
    readonly lost: AbortSignal;
  }): Promise<Connection>;
}

interface Shared {
  readonly opening: Promise<Connection>;
  readonly life: AbortController;
  /** The last of its sessions was lost. */
  readonly lost: AbortController;
  readonly views: Set<(change: ServerChange) => void>;
}

export function createSharedConnections(): SharedConnections {
  const shared = new Map<string, Shared>();

  return {
    async acquire({ key, signal, onChange, lost, open }) {
      const one = shared.get(key) ?? start(key, open);
      const released = Promise.withResolvers<Error>();
      const view = (change: ServerChange) => onChange(change);
      one.views.add(view);
      const release = async () => {
        if (!one.views.delete(view)) return;
        released.resolve(new Error("This session has released the server"));
        if (lost?.aborted && one.views.size === 0) one.lost.abort();
        if (one.views.size === 0) await end(key, one);
      };
      try {
        const connection = await untilAborted(one.opening, signal);
        return { ...connection, closed: Promise.race([connection.closed, released.promise]), close: release };
      } catch (error) {
        await release();
        throw error;
      }
    },
  };

  function start(key: string, open: AcquireRequest["open"]): Shared {
    const [life, lost] = [new AbortController(), new AbortController()];
    const views = new Set<(change: ServerChange) => void>();
    const opening = open({
      signal: life.signal,
      lost: lost.signal,
      onChange: (change) => {
        for (const view of views) view(change);
      },
    });
    const one: Shared = { opening, life, lost, views };
    shared.set(key, one);
    // After it has ended or failed, the next acquire opens a new one.
    const forget = () => {
      if (shared.get(key) === one) shared.delete(key);
    };
    opening.then((connection) => connection.closed.then(forget), forget);
    return one;
  }

  async function end(key: string, one: Shared): Promise<void> {
    if (shared.get(key) === one) shared.delete(key);
    one.life.abort();
    await one.opening.then(
      (connection) => connection.close(),
      () => {}, // it never was open
    );
  }
}
