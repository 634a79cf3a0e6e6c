/**
 * The server's socket: who may connect at all, how long a request may take to arrive, and what becomes of those that do
 * not arrive in order. What is asked is not its business.
 */

import { once } from "node:events";
import { createServer, type Server, STATUS_CODES } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";

import { defined, errorCode, errorMessage } from "@tenon/basis";

import type { HttpLimits } from "./limits/limits.ts";
import type { Log } from "./telemetry/log.ts";
import { ServeError } from "./serve-error.ts";

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** `http://127.0.0.1:7411` */
  readonly url: string;
  /** Closes all connections that are not WebSockets. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly limits: HttpLimits;
  readonly log: Log;
}

/** Rejects with a `ServeError`. */
export async function listen({ host, port, limits, log }: ListenOptions): Promise<Listening> {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    // How often Node looks for requests that take too long, and how late it may notice; its own default is half a minute.
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs / 10),
    // Some clients offer HTTP/2 with every request, which is no reason not to answer it.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
  });
  const refuse: Refuse = (peer, reason, status) => {
    log.warn("connection-refuse", { peer, reason, ...defined({ status }) });
  };
  server.maxConnections = limits.connections;
  server.on("drop", (dropped) => refuse(dropped?.remoteAddress, "too many connections"));
  server.on("connection", limitPerPeer(limits.connectionsPerPeer, refuse));
  server.on("clientError", (error, socket) => {
    const status = statusOf(error);
    const peer = socket instanceof Socket ? socket.remoteAddress : undefined;
    // A client, or a machine that carried its request, has gone: no request was refused.
    if (errorCode(error) === "ECONNRESET") log.debug("connection-reset", { peer });
    else refuse(peer, reasonOf(error), status);
    answerAndEnd(socket, status);
  });

  server.listen({ host, port });
  await once(server, "listening").catch((cause: unknown) => {
    throw listenError(cause, host, port);
  });
  const address = server.address();
  const chosen = isAddressInfo(address) ? address.port : port;
  return {
    server,
    port: chosen,
    url: `http://${host.includes(":") ? `[${host}]` : host}:${chosen}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Refuse = (peer: string | undefined, reason: string, status?: number) => void;

function limitPerPeer(limit: number, refuse: Refuse): (socket: Socket) => void {
  const byPeer = new Map<string, Set<Socket>>();
  return (socket) => {
    const peer = socket.remoteAddress ?? "";
    const sockets = byPeer.get(peer) ?? new Set();
    byPeer.set(peer, sockets.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) byPeer.delete(peer);
    });
    if (sockets.size <= limit) return;
    // One that has sent nothing gives way: idle connections must not lock out a client that has something to send.
    const silent = [...sockets].find((other) => other !== socket && other.bytesRead === 0);
    refuse(peer, "too many connections from one address", 503);
    if (silent) silent.destroy();
    else answerAndEnd(socket, 503);
  };
}

/** For a socket on which HTTP is out of step, or not wanted. */
function answerAndEnd(socket: Duplex, status: number): void {
  if (!socket.writable) return void socket.destroy();
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}

const CLIENT_ERRORS: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: "request timed out" },
  HPE_HEADER_OVERFLOW: { status: 431, reason: "request headers too large" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, reason: "chunk extensions too large" },
};

function statusOf(error: Error): number {
  return clientError(error)?.status ?? 400;
}

/** Not its message, which may quote the request. */
function reasonOf(error: Error): string {
  return clientError(error)?.reason ?? "malformed HTTP";
}

function clientError(error: Error) {
  return "code" in error && typeof error.code === "string" ? CLIENT_ERRORS[error.code] : undefined;
}

function listenError(cause: unknown, host: string, port: number): ServeError {
  const details = { host, port };
  if (errorCode(cause) === "EADDRINUSE") {
    return new ServeError("port_taken", `Port ${port} is already in use`, details, { cause });
  }
  return new ServeError("address_unavailable", `Cannot listen on ${host}: ${errorMessage(cause)}`, details, { cause });
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
