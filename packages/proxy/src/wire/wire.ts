/**
 * The wire between one client and one agent, as frames: recorded, intercepted, in order, in both directions.
 *
 * The journal has the client's side: a message of the client is recorded as it came and then changed; one for the client
 * is changed and then recorded. So it holds no token of ours, and a session reads as the client has seen it.
 */

import type { ErrorResponse } from "@tenon/journal/stream";

import { type Frame, frameOf } from "./frame.ts";
import { createInterception } from "./interception.ts";
import type { CreateInterceptor } from "./interceptor.ts";
import { createLanes, type Deliver, type RecordFrame } from "./lanes.ts";
import { createPendingRequests } from "./pending-requests.ts";

export interface WireOptions {
  readonly intercept: CreateInterceptor;
  /** Absent: nothing is recorded. */
  readonly record?: RecordFrame | undefined;
  readonly toClient: Deliver;
  readonly toAgent: Deliver;
  onWarning(warning: string): void;
}

export interface Wire {
  /** A promise if too much is on its way: the sender has to wait. */
  fromClient(frame: Frame): Promise<void> | undefined;
  fromAgent(frame: Frame): Promise<void> | undefined;
  /** A message for the client that no interceptor sees. */
  tellClient(message: unknown): void;
  /** Answers the client's open requests with an error. */
  failPending(error: ErrorResponse["error"]): void;
  /** Resolves when everything that came so far has been handed on. */
  settled(): Promise<void>;
  /** Ends what the interceptor has opened. May be called twice. */
  close(): Promise<void>;
}

export function createWire({ intercept, record, toClient, toAgent, onWarning }: WireOptions): Wire {
  const pending = createPendingRequests();
  const interception = createInterception({
    intercept,
    onWarning,
    toClient: send,
    toAgent: (frame) => void toAgent(frame),
  });
  const lanes = createLanes({
    record,
    onWarning,
    fromClient(frame) {
      const ready = interception.ready(frame);
      return ready ? ready.then(() => passToAgent(frame)) : passToAgent(frame);
    },
    fromAgent(frame) {
      pending.received(frame.message);
      return toClient(frame);
    },
    onUnrecorded: (frame) => interception.lost(frame),
    onLoss: (sessionId) => void toAgent(frameOf({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } })),
  });
  return {
    fromClient(frame) {
      pending.sent(frame.message);
      return lanes.client.add(frame);
    },
    fromAgent(frame) {
      const onward = interception.fromAgent(frame);
      return onward && lanes.agent.add(onward);
    },
    tellClient: (message) => send(frameOf(message)),
    failPending: (error) => pending.fail(error).forEach((response) => send(frameOf(response))),
    async settled() {
      await lanes.client.settled();
      await lanes.agent.settled();
    },
    close: () => interception.close(),
  };

  function passToAgent(frame: Frame): Promise<void> | undefined {
    const onward = interception.fromClient(frame);
    return onward && toAgent(onward);
  }

  function send(frame: Frame): void {
    void lanes.agent.add(frame);
  }
}
