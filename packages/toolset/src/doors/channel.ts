/**
 * A connection in memory. What the toolset sends is copied as JSON, so that a host sees the same over every door.
 */

import { InMemoryTransport, type Transport } from "@modelcontextprotocol/server";

import type { Connections } from "./connections.ts";

/** The client's end; the toolset's is being served. */
export function openChannel(connections: Connections, options?: { readonly legacy?: "serve" | "reject" }): Transport {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const send = server.send.bind(server);
  server.send = async (message, sendOptions) => await send(JSON.parse(JSON.stringify(message)), sendOptions);
  void connections.serve(server, options);
  return client;
}
