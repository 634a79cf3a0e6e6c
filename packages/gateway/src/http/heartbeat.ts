/**
 * Finds the WebSockets whose other end has gone without a word, or reads nothing any more, and closes them.
 */

import type { WebSocket } from "ws";

export interface Heartbeat extends Disposable {
  /** Until the socket closes. */
  watch(socket: WebSocket): void;
}

interface Watched {
  isAlive: boolean;
  /** What it had not read at the last beat. */
  unread: number;
}

export function createHeartbeat(options: {
  readonly everyMs: number;
  readonly onDead: (socket: WebSocket) => void;
}): Heartbeat {
  const sockets = new Map<WebSocket, Watched>();
  const timer = setInterval(beat, options.everyMs);
  timer.unref();
  return {
    watch(socket) {
      const watched = { isAlive: true, unread: 0 };
      sockets.set(socket, watched);
      const live = () => void (watched.isAlive = true);
      socket.on("pong", live);
      socket.on("message", live);
      socket.once("close", () => sockets.delete(socket));
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };

  function beat(): void {
    for (const [socket, watched] of sockets) {
      // A slow reader has our ping behind all that it has still to read; it is alive as long as that gets less.
      if (!watched.isAlive && socket.bufferedAmount >= watched.unread) {
        options.onDead(socket);
        socket.terminate();
        continue;
      }
      watched.isAlive = false;
      watched.unread = socket.bufferedAmount;
      socket.ping();
    }
  }
}
