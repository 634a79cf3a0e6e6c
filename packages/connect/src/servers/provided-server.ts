/**
 * What the gateway's side may ask of one server of this machine. Types only.
 */

import type { Endpoint } from "@tenon/hub/endpoint";

export interface ProvidedServer extends Pick<Endpoint, "answer" | "serveStream"> {
  /** As the agent's side knows it. */
  readonly name: string;
}

/** Of ACP, for failures of the binding: the server's own errors are inside a result. */
export interface BindingError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}
