import type { Peer } from "../gateway.ts";
import { browserOf } from "./browser-of.ts";
import { type Identity, isLoopback } from "./door.ts";

/** Whoever sent a request, for the gateway. `?agent=` chooses the agent of its sessions. */
export function peerOf(request: {
  readonly identity: Identity;
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly query: URLSearchParams;
}): Peer {
  const { identity, address, userAgent = "", query } = request;
  const agent = query.get("agent");
  const browser = identity.by === "cookie" ? browserOf(userAgent) : undefined;
  const what = browser ?? (identity.by === "cookie" ? "page" : "program");
  // A socket that takes both protocols shows IPv4 addresses so.
  const isRemote = !isLoopback(address.replace(/^::ffff:/i, ""));
  const isHere = browser !== undefined && !isRemote;
  return { name: isHere ? what : `${what} at ${address}`, ...(isRemote && { isRemote }), ...(agent && { agent }) };
}
