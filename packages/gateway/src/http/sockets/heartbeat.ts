/**
 * Closes WebSockets whose peer has gone without closing, or reads nothing any more. And sends readers a sign of life: a
 * page in a browser sees no pings, and would wait forever on a dead connection.
 */

import { type Duplex } from "node:stream";
import { Socket } from "node:net";

import type { WebSocket } from "ws";

export interface Heartbeat extends Disposable {
  /**
   * Until the socket closes. `connection` is what it writes to. `sign` is sent every beat and a half, and to one that sends
   * something, if it has nothing else to read.
   */
  watch(socket: WebSocket, options: { readonly connection: Duplex; readonly sign?: string }): void;
}

interface Watched {
  readonly sign: string | undefined;
  readonly connection: Duplex;
  isAlive: boolean;
  /** At the last beat: what waited for it, and what had left us. */
  unread: number;
  sent: number;
}

export function createHeartbeat(options: {
  readonly everyMs: number;
  readonly onDead: (socket: WebSocket) => void;
}): Heartbeat {
  const sockets = new Map<WebSocket, Watched>();
  const timers = [setInterval(beat, options.everyMs), setInterval(showSigns, options.everyMs * 1.5)];
  for (const timer of timers) timer.unref();
  return {
    watch(socket, { connection, sign }) {
      const watched = { sign, connection, isAlive: true, unread: 0, sent: 0 };
      sockets.set(socket, watched);
      const live = () => void (watched.isAlive = true);
      let shownAt = -Infinity;
      socket.on("pong", live);
      socket.on("message", () => {
        live();
        if (performance.now() - shownAt < LEAST_MS) return;
        shownAt = performance.now();
        showSign(socket, sign);
      });
      socket.once("close", () => sockets.delete(socket));
    },
    [Symbol.dispose]: () => timers.forEach((timer) => clearInterval(timer)),
  };

  function beat(): void {
    for (const [socket, watched] of sockets) {
      const sent = sentTo(watched.connection);
      // A slow reader has our ping behind all that it has still to read. It is alive as long as it takes some of that, also
      // where as much is added meanwhile. With nothing to read, only the ping itself is sent, which proves nothing.
      if (!watched.isAlive && (watched.unread === 0 || sent <= watched.sent)) {
        options.onDead(socket);
        socket.terminate();
        continue;
      }
      watched.isAlive = false;
      watched.unread = socket.bufferedAmount;
      watched.sent = sent;
      socket.ping();
    }
  }

  function showSigns(): void {
    for (const [socket, { sign }] of sockets) showSign(socket, sign);
  }
}

/** A reader that asks more often gets fewer signs. */
const LEAST_MS = 500;

function showSign(socket: WebSocket, sign: string | undefined): void {
  if (sign !== undefined && socket.bufferedAmount === 0) socket.send(sign);
}

/** Bytes that have left the process. */
function sentTo(connection: Duplex): number {
  return connection instanceof Socket ? connection.bytesWritten - connection.writableLength : 0;
}
