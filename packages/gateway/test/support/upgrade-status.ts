/** The status with which a server answers to an attempt to open a WebSocket: 101 if it opens. */

import type { WebSocket } from "ws";

export async function upgradeStatus(socket: WebSocket): Promise<number> {
  try {
    return await new Promise<number>((resolve, reject) => {
      socket.once("open", () => resolve(101));
      socket.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.once("error", reject);
    });
  } finally {
    socket.on("error", () => {});
    socket.terminate();
  }
}
