/**
 * What answers HTTP requests during one start of a server.
 */

import type { World } from "../core/world.ts";
import type { Exchange } from "./exchange.ts";

export interface Endpoint {
  handle(exchange: Exchange): void;
  /** Forgets every session without notifying their clients. */
  expireSessions(): void;
  /** Closes the streams on which clients receive notifications. */
  closeStreams(how: "end" | "cut"): void;
}

export type OpenEndpoint = (world: World) => Endpoint;
