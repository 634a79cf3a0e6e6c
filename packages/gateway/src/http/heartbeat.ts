/**
 * Finds the WebSockets whose other end has gone without a word, or reads nothing any more, and closes them. And shows
 * readers that we are there: a browser's page sees no pings, and would wait for ever on a line that is dead.
 */

import type { WebSocket } from "ws";

export interface Heartbeat extends Disposable {
  /** Until the socket closes. `sign` is sent twice in each beat, to one that has nothing else to read. */
  watch(socket: WebSocket, options?: { readonly sign?: string }): void;
}

interface Watched {
  readonly sign: string | undefined;
  isAlive: boolean;
  /** What it had not read at the last beat. */
  unread: number;
}

export function createHeartbeat(options: {
  readonly everyMs: number;
  readonly onDead: (socket: WebSocket) => void;
}): Heartbeat {
  const sockets = new Map<WebSocket, Watched>();
  const timers = [setInterval(beat, options.everyMs), setInterval(showSigns, options.everyMs / 2)];
  for (const timer of timers) timer.unref();
  return {
    watch(socket, { sign } = {}) {
      const watched = { sign, isAlive: true, unread: 0 };
      sockets.set(socket, watched);
      const live = () => void (watched.isAlive = true);
      socket.on("pong", live);
      socket.on("message", live);
      socket.once("close", () => sockets.delete(socket));
    },
    [Symbol.dispose]: () => timers.forEach((timer) => clearInterval(timer)),
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

  function showSigns(): void {
    for (const [socket, { sign }] of sockets) {
      if (sign !== undefined && socket.bufferedAmount === 0) socket.send(sign);
    }
  }
}
