/**
 * Another agent, as a child process. We record its wire: each message is in the journal before it goes on. What gives it
 * tools stands behind the record, which has the client's side.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { errorMessage } from "@tenon/basis";
import { startAgentWire } from "@tenon/client";
import { createRecorder, type Journal, type SessionWriter } from "@tenon/journal";
import { recordedStream, type RecordPosition } from "@tenon/journal/stream";
import { interceptStream, recordEvents } from "@tenon/proxy";

import type { OtherAgent } from "../gateway-options.ts";
import type { UpstreamWire } from "./upstream.ts";

/** Where an agent is to work: in the folder of its first session, or apart from those whose folders are on a client's machine. */
export interface AgentStart {
  readonly cwd: string | undefined;
  readonly isAtClient?: boolean;
  /** Started anew if it has no session: the user has signed in outside, and one that runs learns nothing of it [R138]. */
  readonly isFresh?: boolean;
}

export interface OtherAgentOptions {
  readonly agent: OtherAgent;
  readonly cwd: string;
  /** It is for sessions whose folders are on a client's machine. */
  readonly isAtClient: boolean;
  readonly journal: Journal;
  readonly newId: () => string;
  readonly writerOf: WriterOf;
  readonly onWarning: (warning: string) => void;
  readonly onRecorded: OnRecorded;
}

/** Each message of the agent's wire, when it is recorded and before it goes on. */
export type OnRecorded = (message: AnyMessage, position: RecordPosition) => void;

/** Of a session that was recorded before, and is opened again or forked. */
export type WriterOf = (agentSessionId: string, forkOf: string | undefined) => SessionWriter | undefined;

export async function openOtherAgent(options: OtherAgentOptions): Promise<UpstreamWire> {
  const { agent, cwd, isAtClient, journal, newId, writerOf, onWarning, onRecorded } = options;
  const program = await agent.program({ cwd, isAtClient });
  const wire = await startAgentWire(program);
  const recorder = createRecorder(journal, { agent: agent.name, cwd, newId, writerOf });
  const events = recordEvents(recorder);
  const lost = new AbortController();
  const intercept = agent.tools?.({
    openEvents: events.open,
    onWarning,
    lease: {
      lost: lost.signal,
      get isHeld() {
        return recorder.isHeld;
      },
    },
    ...(isAtClient && { ownToolsOff: "all" as const }),
  });
  const intercepted = intercept && interceptStream(wire.stream, { intercept, onWarning });
  const stream = recordedStream(intercepted ?? wire.stream, {
    textOf: wire.textOf,
    onRead: (record) => recorder.record({ from: "agent", ...record }),
    onWrite: (record) => recorder.record({ from: "client", ...record }),
    onRefused: onWarning,
    onFailure: (error) => onWarning(`The journal: ${errorMessage(error)}`),
    onRecorded(message, position) {
      onRecorded(message, position);
      events.recorded();
    },
    onLoss: (agentSessionId) => {
      const cancel = { jsonrpc: "2.0", method: "session/cancel", params: { sessionId: agentSessionId } } as const;
      // If it has gone, its work has stopped too.
      stream.repeat(cancel).catch(() => {});
    },
  });
  return {
    program,
    stream,
    closed: wire.closed,
    async close({ isLost = false } = {}) {
      if (isLost) lost.abort();
      else await wire.close();
      await Promise.all([wire.close(), intercepted?.close()]);
    },
    release: (reason) => recorder.close(reason),
    idOf: (agentSessionId) => recorder.journalIdOf(agentSessionId),
  };
}
