/**
 * The two directions of the wire: each frame is handed on in order, after it is recorded if there is a record.
 *
 * Without one, a frame is handed on at once, unless one before it waits.
 */

import { isObject } from "@tenon/basis";
import { createRecordedPassages, describeFailure } from "@tenon/journal/stream";
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
    errorItem: frameOf,
    onFailure: (error) => onWarning(describeFailure(error)),
    onLoss,
  });
  return {
    client: { add: (frame) => near.add(frame, frame.text), settled: near.settled },
    agent: { add: (frame) => far.add(frame, frame.text), settled: far.settled },
  };

  async function recordMessage(from: Side, { message, text }: Frame): Promise<number | undefined> {
    return isObject(message) ? await record?.({ from, message, text }) : undefined;
  }
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
