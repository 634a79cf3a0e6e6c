import { once } from "node:events";

import { within } from "@tenon/basis";
import type { WebSocketServer } from "ws";

/** What a browser is told: come back, the service restarts. */
export const SERVICE_RESTART = 1012;

// Enough for a word and its answer on any network; who has not answered by then does not read.
const GOODBYE_MS = 1_000;

/** Says goodbye to all, and waits until they have heard it. Those who do not listen are cut off. */
export async function closeSockets({ clients }: WebSocketServer): Promise<void> {
  if (clients.size === 0) return;
  const goodbyes = [...clients].map((socket) => {
    const closed = once(socket, "close").catch(() => {});
    socket.close(SERVICE_RESTART);
    return closed;
  });
  await within(GOODBYE_MS, Promise.all(goodbyes));
  for (const socket of clients) socket.terminate();
}
