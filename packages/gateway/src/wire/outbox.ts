/**
 * What is on its way to one peer. Putting something in never waits, so a peer that does not read holds up nobody else.
 *
 * Bounded: when it is full, whoever can wait waits for room. A peer that is behind by four times that is given up if it has
 * taken nothing since it was full, and one that is behind by sixteen times in any case. The largest message does not count: a
 * session with one that is too large must still be readable.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

export interface Outbox {
  /** Nothing happens when it has ended. `size` is that of its text, if that is known. */
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
const MOST_OF_A_READER = 16;

export function createOutbox(options: OutboxOptions): Outbox {
  const { messages, characters } = options;
  const waiting: { readonly message: AnyMessage; readonly size: number }[] = [];
  let writer: WritableStreamDefaultWriter<AnyMessage> | undefined;
  let size = 0;
  let takenSinceFull = 0;
  let isEnding = false;
  let stopped: Error | undefined;
  let wake = () => {};
  let room: PromiseWithResolvers<void> | undefined;
  const sending = send().catch(lost);

  return {
    push(message, messageSize = JSON.stringify(message).length) {
      if (isEnding || !isOpen()) return;
      if (!fills(1)) takenSinceFull = 0;
      waiting.push({ message, size: messageSize });
      size += messageSize;
      if (isTooFarBehind()) fail(new Error("The peer reads too slowly"));
      wake();
    },
    get isFull() {
      return fills(1);
    },
    async room() {
      if (!fills(1)) return;
      room ??= Promise.withResolvers();
      await room.promise;
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

  function isOpen(): boolean {
    return stopped === undefined;
  }

  function isTooFarBehind(): boolean {
    const times = takenSinceFull === 0 ? MOST : MOST_OF_A_READER;
    if (!fills(times)) return false;
    const largest = waiting.reduce((most, { size }) => Math.max(most, size), 0);
    return waiting.length >= times * messages || size - largest >= times * characters;
  }

  function fills(times: number): boolean {
    return waiting.length >= times * messages || size >= times * characters;
  }

  async function send(): Promise<void> {
    writer = (await options.writable).getWriter();
    writer.closed.catch(() => {}); // told by what is written
    while (isOpen()) {
      const next = waiting[0];
      if (!next && isEnding) return await writer.close();
      if (!next) await new Promise<void>((resolve) => (wake = resolve));
      else await hand(writer, next.message, next.size);
    }
    void writer.abort(stopped).catch(() => {}); // gone already
  }

  /** Resolves when the stream takes more. */
  async function hand(to: WritableStreamDefaultWriter<AnyMessage>, message: AnyMessage, messageSize: number) {
    const written = to.write(message);
    written.catch(lost);
    waiting.shift();
    size -= messageSize;
    takenSinceFull += 1;
    if (room && !fills(1 / 2)) openUp();
    // A peer that does not read may never take it; `ready` ends when it is given up. A stream without a queue has no other.
    if ((to.desiredSize ?? 0) <= 0) await Promise.race([to.ready, written]);
  }

  function lost(cause: unknown) {
    fail(new Error("The peer has gone", { cause }));
  }

  function fail(error: Error) {
    const isNews = !isEnding && isOpen();
    stop(error);
    if (isNews) options.onFailure(error);
  }

  function stop(reason: Error) {
    stopped ??= reason;
    waiting.length = 0;
    size = 0;
    void writer?.abort(reason).catch(() => {}); // gone already
    wake();
    openUp();
  }

  function openUp() {
    room?.resolve();
    room = undefined;
  }
}
