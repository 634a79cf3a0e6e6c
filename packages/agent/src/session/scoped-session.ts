/**
 * A session whose work runs in its scope, and which can be ended by a fault of that work: the prompts under way are
 * answered with an error, whatever the session itself still does.
 */

import { RequestError } from "@agentclientprotocol/sdk";

import { RPC_ERROR } from "@tenon/basis";
import type { Session } from "./open/agent-session.ts";

export interface ScopedSession extends Session {
  /** Fails the prompts under way, those to come, and closes the session. */
  fail(reason: string): Promise<void>;
}

export function scopedSession(session: Session, run: <T>(work: () => T) => T): ScopedSession {
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {}); // Heard by the prompts under way, if there are any.
  return {
    id: session.id,
    servers: session.servers,
    denial: session.denial,
    get unfinished() {
      return session.unfinished;
    },
    get modes() {
      return session.modes;
    },
    get configOptions() {
      return session.configOptions;
    },
    prompt: (prompt, options) => Promise.race([run(() => session.prompt(prompt, options)), failed.promise]),
    cancel: () => session.cancel(),
    setTitle: (title) => run(() => session.setTitle(title)),
    setMode: (modeId) => run(() => session.setMode(modeId)),
    setOption: (configId, value) => run(() => session.setOption(configId, value)),
    announce: () => run(() => session.announce()),
    close: () => session.close(),
    ended: () => session.ended(),
    async fail(reason) {
      failed.reject(new RequestError(RPC_ERROR.internal, reason));
      await session.close();
    },
  };
}
