/**
 * Serves one connection: every message is in the journal before it goes on, and `edge/agent-app.ts` answers it.
 *
 * One connection has many sessions; when it ends, every session ends, and with them all that they started.
 */

import { type AnyMessage, methods, type Stream } from "@agentclientprotocol/sdk";
import { defined, errorMessage, objectOf } from "@tenon/basis";
import { recordedStream } from "@tenon/journal/stream";

import { agentApp } from "./edge/agent-app.ts";
import { withLastAnswers } from "./edge/last-answers.ts";
import { createLazyRecorder } from "./edge/lazy-recorder.ts";
import { createLazySessions } from "./edge/lazy-sessions.ts";
import { messageProblem } from "./edge/message-problem.ts";
import type { Session } from "./session/open/agent-session.ts";
import { onlyModel } from "./model/only-model.ts";
import { modesWith } from "./modes/modes.ts";
import type { AgentOptions } from "./session/open/session-options.ts";

export interface ServedAgent {
  /** Resolves when the connection and everything opened through it has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Throws a `TypeError` for options that cannot be used: no model, two modes of one id, a method of another form. */
export function serveAgent(stream: Stream, given: AgentOptions): ServedAgent {
  const options = { ...given, models: given.models ?? onlyModel(given.model) };
  modesWith(options.modes);
  const { newId = () => crypto.randomUUID(), now = () => new Date(), unstable: isUnstable = false } = options;
  const warn = safely(options.onWarning);
  const recorder = createLazyRecorder(() => now().getTime());
  const sessions = createLazySessions(async () => {
    const { openAgentSessions } = await import("./session/agent-sessions.ts");
    const opened = await openAgentSessions({ ...options, newId, now });
    recorder.use(opened.recorder);
    return opened;
  });
  const recorded = recordedStream(stream, {
    onRead: (record) => recorder.record({ from: "client", ...record }),
    onWrite: (record) => recorder.record({ from: "agent", ...record }),
    // A client's answer need not wait for its own record: an approval is recorded before its call runs (`onApproval`).
    isReadAtOnce: (message) => !("method" in message),
    problemOf: messageProblem,
    onRefused: warn,
    onFailure: (error) => warn(`The journal: ${errorMessage(error)}`),
    onLoss: (sessionId) => void sessions.cancel(sessionId),
    ...defined({ onRecorded: options.onRecorded }),
  });
  const app = agentApp({
    agent: options,
    sessions,
    isUnstable,
    wire: {
      repeat: (params) => recorded.repeat({ jsonrpc: "2.0", method: methods.client.session.update, params }),
      flushed: () => recorded.flushed(),
    },
    onOpened: announceLater,
  });
  const connection = app.connect(
    withLastAnswers(recorded, { onEnd: (requests) => requests.forEach((request) => void cancelTurnOf(request)) }),
  );
  const closed = connection.closed.then(() => sessions.close());
  return {
    closed,
    close() {
      connection.close();
      return closed;
    },
  };

  /** The client has its answer before ten servers are started, and before it receives more of the session [R45]. */
  function announceLater(session: Session): void {
    const clientHasGone = () => {};
    setImmediate(() => void recorded.flushed().then(() => session.announce(), clientHasGone));
  }

  async function cancelTurnOf(request: AnyMessage): Promise<void> {
    const { sessionId } = "params" in request ? objectOf(request.params) : {};
    if (typeof sessionId === "string") await sessions.cancel(sessionId);
  }
}

/** A listener that throws must not end the connection. */
function safely(listener: AgentOptions["onWarning"]): (warning: string) => void {
  return (warning) => {
    try {
      listener?.(warning);
    } catch {
      // There is no one else to report it to.
    }
  };
}
