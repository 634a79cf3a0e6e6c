/**
 * Where everything about one request of the client goes: the one pipe of stdio, or one HTTP response.
 */

import type { Outbound } from "./json-rpc.ts";

export interface Channel {
  /** The headers the request came with, for transports that have them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted when the client closed the channel, for transports that have one for each request. */
  readonly gone?: AbortSignal;
  /** The answer may take a while: shows the client that its request has arrived. */
  open(): void;
  /** A response is the last message. `status` is for transports that have one. */
  send(message: Outbound, options?: { readonly status?: number }): void;
  /** There will be no answer, because the client no longer wants one. */
  abandon(): void;
  /** Closes the stream the answer would have come on, whether the client likes it or not. */
  close(how: "end" | "cut"): void;
}

/** Where messages go that belong to no request. */
export interface Outlet {
  send(message: Outbound): void;
}
