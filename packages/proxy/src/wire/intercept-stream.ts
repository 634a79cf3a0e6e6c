/**
 * An agent's stream of messages with an interceptor in it, for a client in this process.
 *
 * Recording stands between this stream and the client, as in `wrap-agent.ts`. Both directions wait for their readers.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { writeMessage } from "@tenon/basis";
import { isMessage } from "@tenon/client";

import type { Frame } from "./frame.ts";
import { createInterception } from "./interception.ts";
import type { CreateInterceptor } from "./interceptor.ts";

export interface InterceptedStream extends Stream {
  /** Ends what the interceptor has opened; the end of the agent's messages does the same. May be called twice. */
  close(): Promise<void>;
}

export interface InterceptStreamOptions {
  readonly intercept: CreateInterceptor;
  onWarning(warning: string): void;
  /** A message of the agent that does not go on, or not as it is: the stream is done with it. */
  onReplaced?(message: AnyMessage): void;
}

export function interceptStream(stream: Stream, options: InterceptStreamOptions): InterceptedStream {
  const { intercept, onWarning } = options;
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  writer.closed.catch(() => {}); // The next write fails.
  let isOver = false;
  let controller: ReadableStreamDefaultController<AnyMessage>;
  const interception = createInterception({
    intercept,
    onWarning,
    toClient: ({ message }) => void (isOver || (isMessage(message) && controller.enqueue(message))),
    toAgent: ({ message }) => void (isMessage(message) && writer.write(message).catch(() => {})),
  });
  return {
    readable: new ReadableStream<AnyMessage>({ start: (given) => void (controller = given), pull, cancel }),
    writable: new WritableStream<AnyMessage>({
      async write(message) {
        const frame = lazyFrame(message);
        await interception.ready(frame);
        const onward = interception.fromClient(frame);
        if (isMessage(onward?.message)) await writer.write(onward.message);
      },
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
    close: () => interception.close(),
  };

  async function pull(): Promise<void> {
    // Until one goes on: a stream asks again only when it was given something.
    for (let next = await reader.read(); ; next = await reader.read()) {
      if (next.done) return await end();
      const onward = interception.fromAgent(lazyFrame(next.value));
      if (onward?.message !== next.value) options.onReplaced?.(next.value);
      if (isMessage(onward?.message)) return controller.enqueue(onward.message);
    }
  }

  async function end(): Promise<void> {
    await interception.close();
    isOver = true;
    controller.close();
  }

  async function cancel(reason: unknown): Promise<void> {
    isOver = true;
    await reader.cancel(reason);
    await interception.close();
  }
}

/** Its text is made when it is read, which is seldom. */
function lazyFrame(message: AnyMessage): Frame {
  return {
    message,
    get text() {
      return writeMessage(message);
    },
  };
}
