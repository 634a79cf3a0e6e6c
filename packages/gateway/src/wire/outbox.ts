/**
 * What is on its way to one peer. Pushing never waits, so a peer that does not read holds up no other. When it is full,
 * those who can wait for it to drain; a peer that falls too far behind is given up.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

import { type BacklogLimits, createBacklog } from "./backlog.ts";

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
  let writer: WritableStreamDefaultWriter<AnyMessage> | undefined;
  let isEnding = false;
  let stopped: Error | undefined;
  let wake = () => {};
  let draining: PromiseWithResolvers<void> | undefined;
  const sending = send().catch(lose);

  return {
    push(message, size = JSON.stringify(message).length) {
      if (isEnding || stopped) return;
      backlog.push(message, size);
      if (backlog.isTooFarBehind) fail(new Error("The peer reads too slowly"));
      wake();
    },
    get isFull() {
      return backlog.isFull();
    },
    async drained() {
      if (!backlog.isFull()) return;
      draining ??= Promise.withResolvers();
      await draining.promise;
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

  async function send(): Promise<void> {
    writer = (await options.writable).getWriter();
    writer.closed.catch(() => {}); // each write fails too
    while (!isStopped()) {
      const message = backlog.first;
      if (message) await write(writer, message);
      else if (isEnding) return await writer.close();
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    void writer.abort(stopped).catch(() => {}); // gone already
  }

  /** Resolves when the stream takes more. */
  async function write(to: WritableStreamDefaultWriter<AnyMessage>, message: AnyMessage): Promise<void> {
    const written = to.write(message);
    written.catch(lose);
    backlog.shift();
    if (!backlog.isFull(1 / 2)) resolveDrained();
    // A peer that does not read may never take it; `ready` ends when it is given up. A stream without a queue has no other.
    if ((to.desiredSize ?? 0) <= 0) await Promise.race([to.ready, written]);
  }

  function lose(cause: unknown) {
    fail(new Error("The peer has disconnected", { cause }));
  }

  function fail(error: Error) {
    const isNews = !isEnding && !isStopped();
    stop(error);
    if (isNews) options.onFailure(error);
  }

  function stop(reason: Error) {
    stopped ??= reason;
    backlog.clear();
    void writer?.abort(reason).catch(() => {}); // gone already
    wake();
    resolveDrained();
  }

  /** Asked in a function: it changes while the loop waits, which the type checker does not see. */
  function isStopped(): boolean {
    return stopped !== undefined;
  }

  function resolveDrained() {
    draining?.resolve();
    draining = undefined;
  }
}
