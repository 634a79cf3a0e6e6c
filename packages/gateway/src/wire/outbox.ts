/**
 * What is on its way to one peer. Pushing never waits, so a peer that does not read holds up no other. When it is full,
 * those who can wait for it to drain; a peer that falls too far behind is given up.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

import { type BacklogLimits, createBacklog } from "./backlog.ts";
import { sizeOf } from "./message-size.ts";

export interface Outbox {
  /** Does nothing once it has ended. `size` is the length of the message's text, if known. */
  push(message: AnyMessage, size?: number): void;
  readonly isFull: boolean;
  /** Resolves when half of it is free, or when it has ended. */
  drained(): Promise<void>;
  /** Sends what is in it, and ends the stream. May be called twice. */
  end(): Promise<void>;
  /** Discards what is in it, and aborts the stream. */
  drop(reason: Error): void;
}

export interface OutboxOptions extends BacklogLimits {
  /** A promise if it is still to be opened. */
  readonly writable: WritableStream<AnyMessage> | Promise<WritableStream<AnyMessage>>;
  /** Nothing can be sent any more: the peer is gone, or was given up. Called once, and not after `end` or `drop`. */
  onFailure(error: Error): void;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const backlog = createBacklog(options);
  const lose = (cause: unknown) => fail(new Error("The peer has disconnected", { cause }));
  const sink = createSink(options.writable, lose);
  let isEnding = false;
  const over = new AbortController();
  let wake = () => {};
  const sending = send().catch(lose);

  return {
    push(message, size = sizeOf(message)) {
      if (isEnding || over.signal.aborted) return;
      backlog.push(message, size);
      if (backlog.isTooFarBehind) fail(new Error("The peer reads too slowly"));
      wake();
    },
    get isFull() {
      return backlog.isFull();
    },
    drained: backlog.drained,
    async end() {
      isEnding = true;
      wake();
      await sending;
    },
    drop(reason) {
      isEnding = true;
      stop(reason);
    },
  };

  async function send(): Promise<void> {
    await sink.open();
    while (!over.signal.aborted) {
      const message = backlog.first;
      if (message) {
        const taken = sink.write(message);
        backlog.shift();
        await taken;
      } else if (isEnding) return await sink.close();
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    sink.abort(over.signal.reason);
  }

  function fail(error: Error) {
    const isNews = !isEnding && !over.signal.aborted;
    stop(error);
    if (isNews) options.onFailure(error);
  }

  function stop(reason: Error) {
    over.abort(reason);
    backlog.clear();
    sink.abort(reason);
    wake();
  }
}

/** The stream, once it is open. */
function createSink(writable: OutboxOptions["writable"], onLost: (cause: unknown) => void) {
  let writer: WritableStreamDefaultWriter<AnyMessage> | undefined;
  return {
    async open(): Promise<void> {
      writer = (await writable).getWriter();
      writer.closed.catch(() => {}); // each write fails too
    },
    /** Resolves when the stream takes more. */
    async write(message: AnyMessage): Promise<void> {
      const written = writer?.write(message);
      written?.catch(onLost);
      // A peer that does not read may never take it; `ready` ends when it is given up. A stream without a queue has no other.
      if ((writer?.desiredSize ?? 0) <= 0) await Promise.race([writer?.ready, written]);
    },
    close: async () => await writer?.close(),
    abort: (reason: unknown) => void writer?.abort(reason).catch(() => {}), // gone already
  };
}
