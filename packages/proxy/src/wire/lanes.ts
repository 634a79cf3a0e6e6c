/**
 * The two directions of the wire: each frame is handed on in order, after it is recorded if there is a record.
 *
 * Without one, a frame is handed on at once, unless one before it waits.
 */

import { isObject } from "@tenon/basis";
import { createRecordedPassages, describeFailure, type ErrorResponse } from "@tenon/journal/stream";
import type { Side } from "@tenon/timeline";

import { type Frame, frameOf } from "./frame.ts";

export interface Lane {
  /** A promise if too much is on its way: the sender has to wait. */
  add(frame: Frame): Promise<void> | undefined;
  /** Resolves when everything that was added has been handed on. */
  settled(): Promise<void>;
}

export interface LanesOptions {
  /** Resolves when the message is in the journal. */
  readonly record?: RecordFrame | undefined;
  readonly fromClient: Deliver;
  readonly fromAgent: Deliver;
  onWarning(warning: string): void;
  /** A message of the agent could not be recorded, and so does not go on. */
  onUnrecorded(frame: Frame): void;
  /** A turn of this session has lost a message that could not be recorded. */
  onLoss(sessionId: string): void;
}

/** A promise if the next frame has to wait. Must not reject. */
export type Deliver = (frame: Frame) => Promise<void> | undefined;

export type RecordFrame = (record: {
  readonly from: Side;
  readonly message: unknown;
  readonly text: string;
}) => Promise<number | undefined>;

export function createLanes(options: LanesOptions): Readonly<Record<Side, Lane>> {
  const { record, onWarning, onLoss } = options;
  if (!record) return { client: directLane(options.fromClient), agent: directLane(options.fromAgent) };
  const { near, far } = createRecordedPassages<Frame>({
    near: { record: (frame) => recordMessage("client", frame), deliver: options.fromClient },
    far: { record: (frame) => recordMessage("agent", frame), deliver: options.fromAgent },
    messageOf: ({ message }) => message,
    errorItem: (response) => frameOf(withAdvice(response)),
    onFailure: (error) => onWarning(describeFailure(error)),
    onLoss,
  });
  return {
    client: { add: (frame) => near.add(frame, frame.text), settled: near.settled },
    agent: { add: (frame) => far.add(frame, frame.text), settled: far.settled },
  };

  async function recordMessage(from: Side, frame: Frame): Promise<number | undefined> {
    const { message, text } = frame;
    if (!isObject(message)) return undefined;
    try {
      return await record?.({ from, message, text });
    } catch (error) {
      if (from === "agent") options.onUnrecorded(frame);
      throw error;
    }
  }
}

/** What is passed without a record keeps working on a full disk. */
function withAdvice(response: ErrorResponse): ErrorResponse {
  const { error } = response;
  const message = `${error.message.replace(/(?<![.!?])$/, ".")} To go on without a record, start with --no-journal.`;
  return { ...response, error: { ...error, message } };
}

function directLane(deliver: Deliver): Lane {
  let last: Promise<void> | undefined;
  return {
    add(frame) {
      const taken = last ? last.then(() => deliver(frame)) : deliver(frame);
      last = taken;
      void taken?.then(() => void (last = last === taken ? undefined : last));
      return taken;
    },
    settled: async () => await last,
  };
}
