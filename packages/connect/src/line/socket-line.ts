/**
 * A line over a WebSocket, with back-pressure in both directions. Certificates are always verified.
 */

import { once } from "node:events";
import type { IncomingMessage } from "node:http";

import { type Clock, freeBytes, monotonicClock, untilAborted, within } from "@tenon/basis";
import { WebSocket } from "ws";

import { explainHandshake, explainLoss, explainStatus } from "./explain-failure.ts";
import type { GatewayAddress } from "./gateway-address.ts";
import { type GatewayAccess, headersOf, networkAgent } from "./gateway-http.ts";
import type { Line, LineListeners, OpenLine } from "./line.ts";
import { untilSilent } from "./watch-silence.ts";

export interface LineOptions extends GatewayAccess {
  readonly clock?: Clock;
}

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const HANDSHAKE_MS = 15_000;
// What may wait in our memory for the network.
const MAX_UNSENT_BYTES = 1024 * 1024;
const GOODBYE_MS = 1_000;

export function socketLine(options: LineOptions): OpenLine {
  const { address, clock = monotonicClock } = options;
  return async (listeners, signal) => {
    const socket = new WebSocket(address.socket, {
      headers: headersOf(options),
      agent: networkAgent(address),
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
    });
    const line = lineOf(socket, listeners, { address, clock });
    try {
      await untilAborted(opened(socket, address), signal);
      return line;
    } catch (error) {
      socket.terminate();
      throw signal.aborted ? signal.reason : explainHandshake(error, address);
    }
  };
}

async function opened(socket: WebSocket, address: GatewayAddress): Promise<void> {
  const refused = Promise.withResolvers<never>();
  socket.once("unexpected-response", (_request: unknown, response: IncomingMessage) => {
    response.destroy();
    refused.reject(explainStatus(response.statusCode ?? 0, address));
  });
  await Promise.race([once(socket, "open"), refused.promise]);
}

function lineOf(
  socket: WebSocket,
  { onText }: LineListeners,
  { address, clock }: { readonly address: GatewayAddress; readonly clock: Clock },
): Line {
  const over = new AbortController();
  const ended = Promise.withResolvers<Error>();
  const lose = (why: string) => ended.resolve(explainLoss(why, address));
  socket.on("error", (error) => lose(`failed: ${error.message}`));
  socket.once("close", (code) => {
    lose(code === RESTARTING ? "was closed: the gateway restarts" : `has ended (${code})`);
    over.abort();
  });
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) return;
    const taken = onText(data.toString());
    if (!taken) return;
    socket.pause();
    void taken.then(() => socket.resume());
  });
  socket.once("open", () => void watch());
  return {
    send(text, parts) {
      if (socket.readyState !== WebSocket.OPEN) return undefined;
      const isFull = socket.bufferedAmount > MAX_UNSENT_BYTES;
      // Called with an error if the socket closes first.
      const sent = new Promise<void>((resolve) => send(parts ? encoded(parts) : text, resolve));
      return isFull ? sent : undefined;
    },
    ended: ended.promise,
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return;
      socket.close(NORMAL);
      if (!(await within(GOODBYE_MS, once(socket, "close"), { clock }))) socket.terminate();
    },
  };

  function send(data: string | Buffer, done: () => void): void {
    socket.send(data, TEXT, () => {
      if (typeof data !== "string") freeBytes(data);
      done();
    });
  }

  async function watch(): Promise<void> {
    const onLife = (listener: () => void) => ["pong", "ping", "message"].forEach((sign) => socket.on(sign, listener));
    const watched = { ping: () => socket.ping(), isReading: () => !socket.isPaused, onLife };
    if (!(await untilSilent(watched, clock, over.signal))) return;
    lose("is silent");
    socket.terminate();
  }
}

/** In one piece of memory: as a string it would be copied twice. */
function encoded(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((length, part) => length + Buffer.byteLength(part), 0));
  parts.reduce((at, part) => at + bytes.write(part, at), 0);
  return bytes;
}

const TEXT = { binary: false };
const NORMAL = 1000;
const RESTARTING = 1012;
