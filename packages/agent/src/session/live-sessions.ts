/**
 * The open sessions of a connection, and those that are still ending.
 */

import type { ScopedSession } from "./scoped-session.ts";

export interface LiveSessions {
  get(sessionId: string): ScopedSession | undefined;
  add(session: ScopedSession): void;
  /** Removes it, still running: its owner ends it. Undefined if it is not open. */
  take(sessionId: string): ScopedSession | undefined;
  /** Ends it, and remembers it until nothing of it is left. */
  end(session: ScopedSession): void;
  close(sessionId: string): Promise<void>;
  /** Also waits for its servers: a new process must not read state that the old one is still saving. */
  closeWhole(sessionId: string): Promise<void>;
  /** Resolves when nothing is left of any of them. */
  closeAll(): Promise<void>;
}

export function createLiveSessions(): LiveSessions {
  const sessions = new Map<string, ScopedSession>();
  const ending = new Map<string, Promise<void>>();

  function take(sessionId: string): ScopedSession | undefined {
    const session = sessions.get(sessionId);
    sessions.delete(sessionId);
    return session;
  }

  function end(session: ScopedSession): void {
    const { id } = session;
    const ended = session.ended();
    ending.set(id, ended);
    const forget = () => void (ending.get(id) === ended && ending.delete(id));
    void ended.then(forget, forget); // close() reports the failure
  }

  async function close(sessionId: string): Promise<void> {
    const session = take(sessionId);
    if (!session) return;
    end(session);
    await session.close();
  }

  return {
    get: (sessionId) => sessions.get(sessionId),
    add: (session) => void sessions.set(session.id, session),
    take,
    end,
    close,
    async closeWhole(sessionId) {
      await close(sessionId);
      await ending.get(sessionId)?.catch(() => {}); // reported by the close that began it
    },
    async closeAll() {
      for (const session of sessions.values()) end(session);
      sessions.clear();
      await Promise.allSettled(ending.values());
    },
  };
}
