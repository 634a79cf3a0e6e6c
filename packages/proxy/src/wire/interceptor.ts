/**
 * What may look at passing messages and change them. Types only.
 */

import type { Frame } from "./frame.ts";

export interface Interceptor {
  /** Sees each message of the client, in order, before it goes to the agent. Synchronous: nothing may overtake or wait. */
  fromClient(frame: Frame): Verdict;
  /** The same for messages of the agent. */
  fromAgent(frame: Frame): Verdict;
  /** The agent or the client has gone: everything that was opened for their sessions ends. */
  close(): Promise<void>;
}

/** Pass on the bytes as they came, pass on another message instead, or keep it from the other side. */
export type Verdict = "pass" | "drop" | { readonly message: unknown };

/** The two sides, for messages of our own. Each is recorded like the others. */
export interface Sides {
  toClient(message: unknown): void;
  toAgent(message: unknown): void;
  /** Sends a request of our own to the client, with an id that the agent cannot use. Its response does not reach the agent. */
  askClient(method: string, params: unknown, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** The same to the agent. */
  askAgent(method: string, params: unknown, options: { readonly signal: AbortSignal }): Promise<unknown>;
}
