/**
 * The wire between one client and one agent, as frames: recorded, intercepted, in order, in both directions.
 *
 * The journal has the client's side: a message of the client is recorded as it came and then changed; one for the client
 * is changed and then recorded. So it holds no token of ours, and a session reads as the client has seen it.
 */

import { isObject } from "@tenon/basis";
import { createRecordedPassages, describeFailure, type ErrorResponse } from "@tenon/journal/stream";
import type { Side } from "@tenon/timeline";

import { type Frame, frameOf } from "./frame.ts";
import { createInterception } from "./interception.ts";
import type { CreateInterceptor } from "./interceptor.ts";
import { createPendingRequests } from "./pending-requests.ts";

export interface WireOptions {
  readonly intercept: CreateInterceptor;
  /** Resolves when the message is in the journal. Absent: nothing is recorded. */
  readonly record?: RecordFrame | undefined;
  /** A promise if the next frame has to wait. Must not reject. */
  toClient(frame: Frame): Promise<void> | undefined;
  toAgent(frame: Frame): Promise<void> | undefined;
  onWarning(warning: string): void;
}

export type RecordFrame = (record: {
  readonly from: Side;
  readonly message: unknown;
  readonly text: string;
}) => Promise<number | undefined>;

export interface Wire {
  /** A promise if too much is on its way: the sender has to wait. */
  fromClient(frame: Frame): Promise<void> | undefined;
  fromAgent(frame: Frame): Promise<void> | undefined;
  /** A message for the client that no interceptor sees. */
  tellClient(message: unknown): void;
  /** Answers the client's open requests with an error. */
  failPending(error: ErrorResponse["error"]): void;
  /** Resolves when the client has sent its first request. */
  readonly firstRequest: Promise<void>;
  /** Resolves when everything that came so far has been handed on. */
  settled(): Promise<void>;
  /** Ends what the interceptor has opened. May be called twice. */
  close(): Promise<void>;
}

export function createWire(options: WireOptions): Wire {
  const { toAgent, toClient, onWarning } = options;
  const pending = createPendingRequests();
  const interception = createInterception({
    intercept: options.intercept,
    onWarning,
    toClient: send,
    toAgent: (frame) => void toAgent(frame),
  });
  const passages = createRecordedPassages<Frame>({
    near: {
      record: (frame) => record("client", frame),
      deliver(frame) {
        const onward = interception.fromClient(frame);
        return onward && toAgent(onward);
      },
    },
    far: {
      record: (frame) => record("agent", frame),
      deliver(frame) {
        pending.received(frame.message);
        return toClient(frame);
      },
    },
    messageOf: ({ message }) => message,
    errorItem: frameOf,
    onFailure: (error) => onWarning(describeFailure(error)),
    onLoss: (sessionId) => void toAgent(frameOf({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } })),
  });
  return {
    fromClient(frame) {
      pending.sent(frame.message);
      return passages.near.add(frame, frame.text);
    },
    fromAgent(frame) {
      const onward = interception.fromAgent(frame);
      return onward && passages.far.add(onward, onward.text);
    },
    tellClient: (message) => send(frameOf(message)),
    failPending: (error) => pending.fail(error).forEach((response) => send(frameOf(response))),
    firstRequest: pending.first,
    async settled() {
      await passages.near.settled();
      await passages.far.settled();
    },
    close: () => interception.close(),
  };

  function send(frame: Frame): void {
    void passages.far.add(frame, frame.text);
  }

  async function record(from: Side, { message, text }: Frame): Promise<number | undefined> {
    return isObject(message) ? await options.record?.({ from, message, text }) : undefined;
  }
}
