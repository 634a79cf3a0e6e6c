/**
 * The message stream between us and an agent's stdin and stdout, recorded before it goes on: what becomes of a message that
 * cannot be recorded is the same as everywhere (`@tenon/journal/stream`).
 *
 * One law: both directions are delivered in the order of the record.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { recordedStream } from "@tenon/journal/stream";
import type { Side } from "@tenon/timeline";

import type { AgentError } from "../agent-error.ts";
import { createArrivals } from "./arrivals.ts";
import { openStdioStream, type StdioStreamOptions } from "./stdio-stream.ts";
import { isRequest } from "./wire-message.ts";

export interface AgentWireOptions extends StdioStreamOptions {
  readonly record?: RecordMessage | undefined;
  readonly through?: ThroughStream | undefined;
  /** Sees each message in order, when it is recorded and before it goes on. */
  deliver(from: Side, message: AnyMessage, size: number): Delivery;
  /** Called when nothing more can come or go. What it resolves with is what everything that waits fails with. */
  end(): Promise<AgentError>;
}

/** `text` is the message as it is on the wire. */
export type RecordMessage = (record: {
  readonly from: Side;
  readonly message: AnyMessage;
  readonly text: string;
}) => Promise<unknown> | void;

/**
 * Puts something between us and the agent: what it returns is recorded and delivered. `onReplaced` is for each message of
 * the agent that does not go on as it is, which would otherwise take capacity for ever.
 */
export type ThroughStream = (stream: Stream, onReplaced: (message: AnyMessage) => void) => Stream;

export interface Delivery {
  /** False for what the SDK has no need to see. */
  readonly isForSdk: boolean;
  /** Until then, the message takes capacity. */
  readonly done?: Promise<void> | undefined;
}

export function openAgentWire(options: AgentWireOptions): Stream {
  const { breathe, record } = options;
  const stdio = openStdioStream(options);
  const delivered = new WeakMap<AnyMessage, boolean>();
  const recorded = recordedStream<AnyMessage>(options.through?.(stdio, stdio.release) ?? stdio, {
    textOf: stdio.textOf,
    async onRead({ message, text }) {
      try {
        if (!stdio.isSubstitute(message)) await record?.({ from: "agent", message, text });
        return undefined;
      } catch (error) {
        stdio.release(message);
        throw error;
      }
    },
    async onWrite({ message, text }) {
      try {
        await record?.({ from: "client", message, text });
        return undefined;
      } catch (error) {
        // It gets an error for an answer, which belongs to it.
        if (isRequest(message)) options.deliver("client", message, text.length);
        throw error;
      }
    },
    async onRecorded(message, { size }, from) {
      await breathe();
      deliver(from === "near" ? "client" : "agent", message, size);
    },
    // Said by the answer to the request or the turn that it belongs to.
    onFailure: () => {},
    onRefused: () => {},
    onLoss(sessionId) {
      const cancel = { jsonrpc: "2.0", method: "session/cancel", params: { sessionId } } as const;
      recorded.repeat(cancel).catch(() => {}); // If the agent has gone, its work has stopped too.
    },
  });
  const reader = recorded.readable.getReader();
  const sdk = createSdkSide((reason) => reader.cancel(reason));
  void readAll();
  return { readable: sdk.readable, writable: recorded.writable };

  async function readAll(): Promise<void> {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const message = next.value;
      // What stands for a message that could not be recorded has not been delivered yet.
      if (delivered.get(message) ?? deliver("agent", message, 0)) sdk.push(message);
    }
    if (!sdk.isOver()) sdk.finish(await options.end());
  }

  function deliver(from: Side, message: AnyMessage, size: number): boolean {
    const { isForSdk, done } = options.deliver(from, message, size);
    if (from === "client") return isForSdk;
    delivered.set(message, isForSdk);
    if (done) void done.then(() => stdio.release(message));
    else stdio.release(message);
    return isForSdk;
  }
}

/** What the SDK reads: the messages, and at the end the reason. */
function createSdkSide(onCancel: (reason: unknown) => Promise<void>) {
  const messages = createArrivals<AnyMessage>();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {}); // Seen by what still waits, if anything does.
  let isOver = false;
  const finish = (reason: unknown) => {
    isOver = true;
    over.reject(reason);
    messages.end();
  };
  const readable = new ReadableStream<AnyMessage>(
    {
      /** The SDK asks for the next message when it has dealt with the one before, so it is notified of the end last. */
      async pull(controller) {
        const message = await messages.next();
        if (message) controller.enqueue(message);
        else await over.promise;
      },
      async cancel(reason) {
        finish(reason);
        await onCancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return { readable, push: messages.push, finish, isOver: () => isOver };
}
