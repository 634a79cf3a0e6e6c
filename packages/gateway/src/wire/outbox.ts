/**
 * What is on its way to one peer. Putting something in never waits, so a peer that does not read holds up nobody else.
 *
 * Bounded: when it is full, whoever can wait waits for room; a peer that is behind by four times that is given up.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

export interface Outbox {
  /** Nothing happens when it has ended. */
  push(message: AnyMessage, size?: number): void;
  readonly isFull: boolean;
  /** Resolves when half of it is free, or when it has ended. */
  room(): Promise<void>;
  /** Sends what is in it, and ends the stream. May be called twice. */
  end(): Promise<void>;
  /** Throws away what is in it, and breaks the stream off. */
  drop(reason: Error): void;
}

export interface OutboxOptions {
  /** A promise if it is still to be opened. */
  readonly writable: WritableStream<AnyMessage> | Promise<WritableStream<AnyMessage>>;
  readonly messages: number;
  readonly characters: number;
  /** Nothing can be sent any more: the peer is gone, or was given up. Called once, and not after `end` or `drop`. */
  onFailure(error: Error): void;
}

const MOST = 4;

export function createOutbox(options: OutboxOptions): Outbox {
  const { messages, characters } = options;
  const waiting: { readonly message: AnyMessage; readonly size: number }[] = [];
  const over = new AbortController();
  let size = 0;
  let isEnding = false;
  let wake = () => {};
  let room = Promise.withResolvers<void>();
  const sending = send().catch((cause: unknown) => fail(new Error("The peer has gone", { cause })));

  return {
    push(message, messageSize = 0) {
      if (isEnding || over.signal.aborted) return;
      waiting.push({ message, size: messageSize });
      size += messageSize;
      if (fills(MOST)) fail(new Error("The peer reads too slowly"));
      wake();
    },
    get isFull() {
      return fills(1);
    },
    async room() {
      if (fills(1)) await room.promise;
    },
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

  function fills(times: number): boolean {
    return waiting.length >= times * messages || size >= times * characters;
  }

  async function send(): Promise<void> {
    const writer = (await options.writable).getWriter();
    writer.closed.catch(() => {}); // told by the write that fails
    const givenUp = new Promise<void>((resolve) =>
      over.signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    while (!over.signal.aborted) {
      const next = waiting[0];
      if (!next && isEnding) return await writer.close();
      // A peer that does not read may never take it.
      if (next) await Promise.race([writer.write(next.message), givenUp]);
      else await new Promise<void>((resolve) => (wake = resolve));
      if (next && !over.signal.aborted) taken(next.size);
    }
    void writer.abort(over.signal.reason).catch(() => {}); // gone already
  }

  function taken(taken: number) {
    waiting.shift();
    size -= taken;
    if (!fills(1 / 2)) openUp();
  }

  function fail(error: Error) {
    const isNews = !isEnding && !over.signal.aborted;
    stop(error);
    if (isNews) options.onFailure(error);
  }

  function stop(reason: Error) {
    waiting.length = 0;
    size = 0;
    over.abort(reason);
    wake();
    openUp();
  }

  function openUp() {
    room.resolve();
    room = Promise.withResolvers();
  }
}
