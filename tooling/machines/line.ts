/**
 * One connection of a client: JSON-RPC over a WebSocket. When it ends, so do all its requests, with `LineLost`.
 */

import { once } from "node:events";

import { isObject, objectOf, parseJson } from "@tenon/basis";
import { WebSocket } from "ws";

export class LineLost extends Error {}

/** The answer was an error. */
export class Refused extends Error {
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.data = data;
  }
}

export interface Line {
  /** Aborts when it has ended. */
  readonly over: AbortSignal;
  request(method: string, params: object): Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

export interface LineOptions {
  readonly url: string;
  readonly token: string;
  /** Undefined for one that never notices that the other side is silent. */
  readonly pingMs: number | undefined;
  onNotification(method: string, params: Readonly<Record<string, unknown>>): void;
  /** What it asks, and the answer. */
  onRequest(method: string, params: Readonly<Record<string, unknown>>): Promise<object>;
}

const CONNECT_MS = 3_000;

export async function openLine({ url, token, pingMs, onNotification, onRequest }: LineOptions): Promise<Line> {
  const headers = { Authorization: `Bearer ${token}` };
  const socket = new WebSocket(url, { headers, handshakeTimeout: CONNECT_MS, perMessageDeflate: false });
  const waiting = new Map<unknown, PromiseWithResolvers<Readonly<Record<string, unknown>>>>();
  const over = new AbortController();
  let lastId = 0;
  let isAnswered = true;
  const pinging = pingMs === undefined ? undefined : setInterval(ping, pingMs);
  socket.on("error", () => {}); // `close` follows
  socket.on("pong", () => (isAnswered = true));
  socket.on("close", () => {
    clearInterval(pinging);
    over.abort();
    for (const { reject } of waiting.values()) reject(new LineLost("The connection was lost"));
    waiting.clear();
  });
  socket.on("message", (data: Buffer) => {
    const message = objectOf(parseJson(data.toString()));
    const { id, method, params } = message;
    if (typeof method === "string" && id === undefined) onNotification(method, objectOf(params));
    else if (typeof method === "string")
      void onRequest(method, objectOf(params)).then((result) => send({ id, result }));
    else answer(message);
  });
  await once(socket, "open").catch(() => {
    throw new LineLost(`${url} cannot be reached`);
  });
  return {
    over: over.signal,
    request(method, params) {
      const id = (lastId += 1);
      const answered = Promise.withResolvers<Readonly<Record<string, unknown>>>();
      if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new LineLost("The connection was lost"));
      waiting.set(id, answered);
      send({ id, method, params });
      return answered.promise;
    },
    close: () => socket.terminate(),
  };

  function ping() {
    if (!isAnswered) return socket.terminate();
    isAnswered = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }

  function send(message: object) {
    // An answer may come after the end.
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }), () => {}); // the end of the socket reports it
  }

  function answer({ id, result, error }: Readonly<Record<string, unknown>>) {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (isObject(error)) asked?.reject(new Refused(String(error["message"]), error["data"]));
    else asked?.resolve(objectOf(result));
  }
}
