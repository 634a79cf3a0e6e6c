/**
 * Answers the requests that are under way when the client ends its side: it may still read ours, as a script does that
 * pipes its requests into us.
 *
 * The end is passed on when everything is answered. What is not answered after a second gets an error.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { RPC_ERROR, within } from "@tenon/basis";

const END_MS = 1_000;

type Id = string | number;

interface LastAnswersOptions {
  /** The client sends nothing more: work for these requests should stop. */
  readonly onEnd: (requests: readonly AnyMessage[]) => void;
}

export function withLastAnswers(stream: Stream & { flushed(): Promise<void> }, options: LastAnswersOptions): Stream {
  const open = new Map<Id, AnyMessage>();
  const abandoned = new Set<Id>();
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  let settled = () => {};
  writer.closed.catch(() => {}); // Each write rejects too.

  return {
    readable: new ReadableStream<AnyMessage>({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) {
          const id = idOf(value);
          if (id !== undefined && "method" in value) open.set(id, value);
          return controller.enqueue(value);
        }
        await answerAll();
        controller.close();
      },
      cancel(reason) {
        settled();
        return reader.cancel(reason);
      },
    }),
    writable: new WritableStream<AnyMessage>({
      async write(message) {
        const id = "method" in message ? undefined : idOf(message);
        if (id !== undefined && abandoned.has(id)) return;
        await writer.write(message);
        if (id === undefined) return;
        open.delete(id);
        if (open.size === 0) settled();
      },
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
  };

  /** Nothing here may fail: a client that does not read either gets no answers. */
  async function answerAll(): Promise<void> {
    if (open.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      settled = resolve;
      options.onEnd([...open.values()]);
      await within(END_MS, promise);
    }
    const message = "The connection was closed before the request was finished";
    for (const id of open.keys()) {
      abandoned.add(id);
      writer.write({ jsonrpc: "2.0", id, error: { code: RPC_ERROR.internal, message } }).catch(() => {}); // It does not read.
    }
    await within(END_MS, stream.flushed()).catch(() => {}); // It does not read.
  }
}

function idOf(message: AnyMessage): Id | undefined {
  const id = "id" in message ? message.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
