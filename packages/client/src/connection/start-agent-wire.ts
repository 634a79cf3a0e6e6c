/**
 * Starts an agent and hands out its wire, for whoever passes messages on and does not speak for itself.
 *
 * The agent lives as long as the handle. Its messages end when it has left, and `closed` tells why.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

import type { AgentError } from "../agent-error.ts";
import { openAgentWire } from "../wire/agent-wire.ts";
import { createBreather } from "../wire/breather.ts";
import { type AgentProgram, startAgent } from "./agent-program.ts";
import { exitedError, keepNoise } from "./last-words.ts";

export interface AgentWire extends AsyncDisposable {
  /** The reading side ends with the agent, when everything it has said was read. */
  readonly stream: Stream;
  /** Resolves when the agent is gone: with why and its last words, or with nothing if we have closed it. */
  readonly closed: Promise<AgentError | undefined>;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface AgentWireListeners {
  readonly onStderr?: (text: string) => void;
  /** A line on stdout that was no message. */
  readonly onNoise?: (line: string) => void;
}

/** Rejects with an `AgentError` if the agent cannot be started. */
export async function startAgentWire(program: AgentProgram, listeners: AgentWireListeners = {}): Promise<AgentWire> {
  const child = await startAgent(program, { onStderr: listeners.onStderr });
  const noise = keepNoise();
  const over = Promise.withResolvers<AgentError>();
  const untaken: (() => void)[] = [];
  let ending: Promise<AgentError> | undefined;
  let isClosing = false;

  const wire = openAgentWire({
    stdin: child.stdin,
    stdout: child.stdout,
    breathe: createBreather(),
    onNoise(line) {
      noise.add(line);
      listeners.onNoise?.(line);
    },
    deliver(from) {
      if (from === "client") return { isForSdk: true };
      // It takes room until it is read: an agent that is quicker than its reader has to wait.
      return { isForSdk: true, done: new Promise((resolve) => untaken.push(resolve)) };
    },
    end,
  });
  const closed = over.promise.then(async (error) => {
    await child.close();
    return isClosing ? undefined : error;
  });
  return {
    stream: { readable: untilTheEnd(wire.readable), writable: wire.writable },
    closed,
    close,
    [Symbol.asyncDispose]: close,
  };

  async function close(): Promise<void> {
    isClosing = true;
    await end();
    await closed;
  }

  function end(): Promise<AgentError> {
    const leave = async () => {
      void child.close();
      const exit = await Promise.race([child.exited, child.closed]);
      const error = exitedError(child, exit, noise.text());
      over.resolve(error);
      return error;
    };
    return (ending ??= leave());
  }

  /** An end and not a failure: a failure would take back what was said before it. */
  function untilTheEnd(readable: ReadableStream<AnyMessage>): ReadableStream<AnyMessage> {
    const reader = readable.getReader();
    return new ReadableStream<AnyMessage>(
      {
        async pull(controller) {
          const next = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
          untaken.shift()?.();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
