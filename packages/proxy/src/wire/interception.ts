/**
 * Puts an interceptor between two sides: what each message becomes, and messages of our own among the others.
 *
 * It is synchronous and knows no streams, so that bytes on stdio and messages in a process pass the same way. A fault of the
 * interceptor costs its change, not the connection: the message passes as it came.
 */

import { errorMessage } from "@tenon/basis";
import { standInFor } from "@tenon/journal/stream";

import { changedFrame } from "./changed-frame.ts";
import { type Frame, frameOf } from "./frame.ts";
import type { CreateInterceptor, FrameVerdict } from "./interceptor.ts";
import { createOwnRequests } from "./own-requests.ts";

export interface InterceptionOptions {
  readonly intercept: CreateInterceptor;
  /** Messages of our own. */
  toClient(frame: Frame): void;
  toAgent(frame: Frame): void;
  onWarning(warning: string): void;
}

export interface Interception {
  /** A promise if a message of the client has to wait. */
  ready(frame: Frame): Promise<void> | undefined;
  /** What goes on to the agent; undefined for nothing. */
  fromClient(frame: Frame): Frame | undefined;
  /** What goes on to the client. */
  fromAgent(frame: Frame): Frame | undefined;
  /** A message that went on to the client could not be recorded. */
  lost(frame: Frame): void;
  /** Requests of our own fail, and what the interceptor has opened ends. May be called twice. */
  close(): Promise<void>;
}

export function createInterception(options: InterceptionOptions): Interception {
  const toClient = (message: unknown) => options.toClient(frameOf(message));
  const toAgent = (message: unknown) => options.toAgent(frameOf(message));
  // An agent that guessed an id could have the answer to a question of its own taken for one to ours.
  const prefix = `tenon-wrap:${crypto.randomUUID()}:`;
  const client = createOwnRequests(prefix, toClient);
  const agent = createOwnRequests(prefix, toAgent);
  const interceptor = options.intercept({ toClient, toAgent, askClient: client.ask, askAgent: agent.ask });
  let closing: Promise<void> | undefined;
  return {
    ready: (frame) => interceptor.ready?.(frame),
    fromClient(frame) {
      if (client.take(frame.message)) return undefined;
      return closing ? afterClose(frame) : judge(frame, interceptor.fromClient);
    },
    fromAgent: (frame) => (agent.take(frame.message) ? undefined : judge(frame, interceptor.fromAgent)),
    lost: (frame) => interceptor.lost?.(frame),
    close: () => (closing ??= close()),
  };

  function judge(frame: Frame, see: (frame: Frame) => FrameVerdict): Frame | undefined {
    // What is not JSON is for the agent to refuse.
    if (frame.message === undefined || closing) return frame;
    try {
      const verdict = see(frame);
      if (verdict === "pass") return frame;
      return verdict === "drop" ? undefined : changedFrame(frame, verdict.message);
    } catch (error) {
      options.onWarning(`A message passes unchanged: ${errorMessage(error)}`);
      return frame;
    }
  }

  /** An interceptor that was closed opens nothing, and a request must not pass unseen: it might carry servers. */
  function afterClose(frame: Frame): Frame | undefined {
    const { back } = standInFor(frame.message, "The connection to the agent has ended");
    if (!back) return frame;
    toClient(back);
    return undefined;
  }

  async function close(): Promise<void> {
    client.end();
    agent.end();
    await interceptor.close();
  }
}
