/**
 * A listening socket on this machine that can be closed and opened again at the same address.
 */

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

export interface ListeningSocket {
  readonly port: number;
  /** Refuses connections from now on, and drops those there are. */
  close(): Promise<void>;
  /** Does nothing while it is open. */
  open(): Promise<void>;
  dropConnections(): void;
}

export async function listen(
  take: RequestListener,
  { keepsConnections = false }: { readonly keepsConnections?: boolean | undefined } = {},
): Promise<ListeningSocket> {
  const server = createServer(take);
  // One request a connection: a client cannot stumble over an idle one that was dropped in a restart.
  if (!keepsConnections) server.maxRequestsPerSocket = 1;
  const openAt = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await openAt(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  const { port } = address;

  return {
    port,
    async close() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
    async open() {
      if (!server.listening) await openAt(port);
    },
    dropConnections: () => server.closeAllConnections(),
  };
}
