/**
 * What may look at passing messages and change them.
 */

import type { Frame } from "./frame.ts";

/** Called once for each connection, before its first message. */
export type CreateInterceptor = (sides: Sides) => Interceptor;

export interface Interceptor {
  /**
   * A promise if a message of the client has to wait until something is loaded for it; what the client sends later waits
   * behind it. Must not reject.
   */
  ready?(frame: Frame): Promise<void> | undefined;
  /** Sees each message of the client, in order, before it goes to the agent. Synchronous: nothing may overtake or wait. */
  fromClient(frame: Frame): FrameVerdict;
  /** The same for messages of the agent. */
  fromAgent(frame: Frame): FrameVerdict;
  /** A message that `fromAgent` let pass could not be recorded: the client gets an error in its place, or nothing. */
  lost?(frame: Frame): void;
  /** The agent or the client has gone: everything that was opened for their sessions ends. */
  close(): Promise<void>;
}

/**
 * Pass on the bytes as they came, pass on another message instead, or keep it from the other side. Values that another
 * message shares with the one that came keep their bytes.
 */
export type FrameVerdict = "pass" | "drop" | { readonly message: unknown };

/**
 * The two sides, for messages of our own.
 *
 * The journal has what the client sent and received: what goes to the client is recorded like a message of the agent, what
 * goes to the agent (such as the token of an endpoint) is not recorded.
 */
export interface Sides {
  toClient(message: unknown): void;
  toAgent(message: unknown): void;
  /**
   * Sends a request of our own to the client, with an id that the agent does not use. Its response does not reach the agent.
   * Resolves with the result; rejects with a `WireError` if the other side answers with an error or has gone, and with the
   * signal's reason, after a `$/cancel_request`, if that aborts.
   */
  askClient(method: string, params: unknown, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** The same to the agent. */
  askAgent(method: string, params: unknown, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** Changes nothing. */
export const passEverything: CreateInterceptor = () => ({
  fromClient: () => "pass",
  fromAgent: () => "pass",
  close: async () => {},
});
