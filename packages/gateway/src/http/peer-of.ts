import type { IncomingMessage } from "node:http";

import type { Peer } from "../gateway.ts";
import type { Identity } from "./door.ts";

/** Whoever sent the request, for the gateway. `?agent=` chooses the agent of its sessions. */
export function peerOf(request: IncomingMessage, { by }: Identity, query: URLSearchParams): Peer {
  const agent = query.get("agent");
  const name = `${by === "cookie" ? "page" : "program"} at ${request.socket.remoteAddress ?? "an unknown address"}`;
  return { name, ...(agent && { agent }) };
}
