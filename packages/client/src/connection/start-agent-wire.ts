/**
 * Starts an agent and returns its message stream, for a proxy.
 *
 * The agent lives as long as the handle. Its messages end when it has left, and `closed` has the reason.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

import type { AgentProgram } from "../launch/agent-program.ts";
import type { AgentError } from "../agent-error.ts";
import { createBreather } from "../wire/breather.ts";
import { openStdioStream } from "../wire/stdio-stream.ts";
import { runAgent } from "./running-agent.ts";

export interface AgentWire extends AsyncDisposable {
  /** The readable side ends with the agent, after its last message was read. */
  readonly stream: Stream;
  /** A message of this stream as it is on the wire, written once for everything that reads it. */
  textOf(message: AnyMessage): string;
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
  const agent = await runAgent(program, { onStderr: listeners.onStderr });
  const over = Promise.withResolvers<AgentError>();
  let isClosing = false;

  const wire = openStdioStream({
    stdin: agent.child.stdin,
    stdout: agent.child.stdout,
    breathe: createBreather(),
    onNoise(line) {
      agent.addNoise(line);
      listeners.onNoise?.(line);
    },
    end,
  });
  agent.child.stdout.once("close", () => void end());
  const closed = over.promise.then(async (error) => {
    await agent.child.close();
    return isClosing ? undefined : error;
  });
  return {
    stream: { readable: untilGone(), writable: wire.writable },
    textOf: wire.textOf,
    closed,
    close,
    [Symbol.asyncDispose]: close,
  };

  async function close(): Promise<void> {
    isClosing = true;
    await end();
    await closed;
  }

  async function end(): Promise<AgentError> {
    const error = await agent.end();
    over.resolve(error);
    return error;
  }

  /** Ends when everything was read and the agent is gone. A message counts until it is read. */
  function untilGone(): ReadableStream<AnyMessage> {
    const reader = wire.readable.getReader();
    return new ReadableStream<AnyMessage>(
      {
        async pull(controller) {
          const next = await reader.read();
          if (next.done) {
            await end();
            return controller.close();
          }
          wire.release(next.value);
          controller.enqueue(next.value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
