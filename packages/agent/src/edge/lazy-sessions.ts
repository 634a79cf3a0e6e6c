/**
 * The sessions of a connection, loaded with the first one: an editor that only asks for our capabilities does not pay for
 * the journal, the hub and the tools.
 */

import { RequestError } from "@agentclientprotocol/sdk";

import type { Session } from "../session/open/agent-session.ts";
import type { AgentSessions } from "../session/agent-sessions.ts";
import type { Sessions } from "../session/sessions.ts";
import { throwWireError } from "./wire-error.ts";

export interface LazySessions {
  open(): Promise<Sessions>;
  /** The open session with this id. Rejects with an error of the protocol if there is none [R60]. */
  find(sessionId: string): Promise<Session>;
  /** Cancels the turns of a session; does nothing if it is not open. */
  cancel(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

export function createLazySessions(load: () => Promise<AgentSessions>): LazySessions {
  let opening: Promise<AgentSessions> | undefined;

  /** What is open, or being opened. The request that opened it gets the reason of a failure. */
  async function ifOpen(): Promise<AgentSessions | undefined> {
    return await opening?.catch(() => undefined);
  }

  return {
    async open() {
      opening ??= load().catch((error: unknown) => {
        // The next request tries again: by then the file may be fixed.
        opening = undefined;
        return throwWireError(error);
      });
      return (await opening).sessions;
    },
    async find(sessionId) {
      const opened = await ifOpen();
      if (!opened) throw RequestError.sessionNotFound(sessionId);
      return opened.sessions.find(sessionId);
    },
    async cancel(sessionId) {
      (await ifOpen())?.sessions.get(sessionId)?.cancel();
    },
    async close() {
      await (await ifOpen())?.close();
    },
  };
}
