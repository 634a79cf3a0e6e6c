import { once } from "node:events";

import { within } from "@tenon/basis";
import type { WebSocketServer } from "ws";

/** The service restarts: browsers should reconnect. */
export const SERVICE_RESTART = 1012;

// Enough for a round trip on any network; a peer that has not answered by then does not read.
const GOODBYE_MS = 1_000;

/** Closes all, and waits for the closing handshake. Those that do not answer are terminated. */
export async function closeSockets({ clients }: WebSocketServer): Promise<void> {
  if (clients.size === 0) return;
  const goodbyes = [...clients].map((socket) => {
    const closed = once(socket, "close").catch(() => {}); // An error closes it too.
    socket.close(SERVICE_RESTART);
    return closed;
  });
  await within(GOODBYE_MS, Promise.all(goodbyes));
  for (const socket of clients) socket.terminate();
}
