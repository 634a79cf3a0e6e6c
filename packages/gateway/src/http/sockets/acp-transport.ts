/**
 * ACP over WebSocket and over Streamable HTTP, on one address. The only file that knows the SDK's server, which is
 * experimental.
 *
 * Each connection becomes a stream of messages for the gateway. The SDK knows when a WebSocket has gone; over HTTP nobody
 * says goodbye, so a connection that has had neither a stream nor a request for some time is ended here.
 */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type { Stream } from "@agentclientprotocol/sdk";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { WebSocketServer } from "ws";

import type { Connection, Gateway, Peer } from "../../gateway.ts";
import { createAcpSocket } from "./acp-socket.ts";
import { closeSockets } from "./close-sockets.ts";
import { protocolFor } from "../door/door.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { HttpLimits } from "../limits/limits.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { createPace, type Pace } from "../limits/pace.ts";

export interface AcpTransport {
  /** One request of Streamable HTTP. `ended` resolves when its answer is sent or its client has gone. */
  handle(request: Request, context: { readonly peer: Peer; readonly ended: Promise<unknown> }): Promise<Response>;
  /** Throws what the gateway throws when it takes no more. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, peer: Peer): void;
  counts(): { readonly websocket: number; readonly http: number };
  close(): Promise<void>;
}

export interface AcpTransportOptions {
  readonly gateway: Gateway;
  readonly limits: HttpLimits;
  readonly heartbeat: Heartbeat;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly isDraining: () => boolean;
}

/** A connection over HTTP. */
interface HttpConnection {
  readonly pace: Pace;
  openRequests: number;
  idleSince: number;
}

const CONNECTION_ID = "Acp-Connection-Id";

export function createAcpTransport(options: AcpTransportOptions): AcpTransport {
  const { gateway, limits, heartbeat, log, metrics, isDraining } = options;
  // It has one bound for both directions, and wants it to be above the largest message.
  const maxBufferedBytes = 2 * limits.messageBytes;
  const server = new AcpServer({
    createAgent: () => {
      throw new Error("Every connection brings its peer");
    },
    maxBufferedBytes,
  });
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    handleProtocols: protocolFor,
  });
  const connectionIds = new WeakMap<IncomingMessage, string>();
  sockets.on("headers", (headers, request) => {
    headers.push(`${CONNECTION_ID}: ${connectionIds.get(request) ?? ""}`);
  });
  const overHttp = new Map<string, HttpConnection>();
  const sweeper = setInterval(endIdle, limits.idleMs / 4);
  sweeper.unref();

  return {
    async handle(request, { peer, ended }) {
      const id = request.headers.get(CONNECTION_ID);
      const known = id === null ? undefined : overHttp.get(id);
      if (known) {
        known.openRequests += 1;
        void ended.then(() => {
          known.openRequests -= 1;
          known.idleSince = performance.now();
        });
      }
      if (request.method !== "POST") return await server.handleRequest(request);
      metrics.countMessage("in");
      if (id === null) return await begin(request, peer);
      const wait = known?.pace.take() ?? 0;
      if (wait > 0) await sleep(wait, undefined, { signal: request.signal }).catch(() => {});
      return await server.handleRequest(request);
    },
    upgrade(request, socket, head, peer) {
      let id: string | undefined;
      const agent = agentFor(peer, "websocket", (opened) => (id = opened.id));
      const prepared = server.prepareWebSocketUpgrade(agent);
      connectionIds.set(request, prepared.connectionId);
      socket.once("close", () => prepared.reject());
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = socket;
        heartbeat.watch(webSocket, { connection });
        const whose = () => ({ peer: peer.name, connection: id });
        const given = { connection, limits, maxBufferedBytes, log, whose, metrics, isDraining };
        prepared.accept(createAcpSocket(webSocket, given));
      });
    },
    counts: () => ({ websocket: sockets.clients.size, http: overHttp.size }),
    async close() {
      clearInterval(sweeper);
      await server.close();
      await closeSockets(sockets);
    },
  };

  /** The first request of a connection over HTTP. */
  async function begin(message: Request, peer: Peer): Promise<Response> {
    let connection: Connection | undefined;
    const response = await server.handleRequest(
      message,
      agentFor(peer, "http", (opened) => (connection = opened)),
    );
    const id = response.headers.get(CONNECTION_ID);
    if (id !== null) {
      overHttp.set(id, { pace: newPace(), openRequests: 0, idleSince: performance.now() });
      void connection?.closed.finally(() => overHttp.delete(id));
    }
    return response;
  }

  function agentFor(peer: Peer, transport: string, onConnect: (connection: Connection) => void = () => {}) {
    const connect = (stream: Stream) => {
      const connection = gateway.connect(stream, peer);
      onConnect(connection);
      log.info("connection-open", { connection: connection.id, peer: peer.name, transport });
      void connection.closed.finally(() => log.info("connection-close", { connection: connection.id }));
      return connection;
    };
    return { createAgent: () => ({ connect }) };
  }

  function newPace(): Pace {
    return createPace({ perSecond: limits.messagesPerSecond, burst: limits.messageBurst });
  }

  function endIdle(): void {
    const longAgo = performance.now() - limits.idleMs;
    for (const [id, { openRequests, idleSince }] of overHttp) {
      if (openRequests > 0 || idleSince > longAgo) continue;
      overHttp.delete(id);
      const goodbye = new Request("http://gateway/acp", { method: "DELETE", headers: { [CONNECTION_ID]: id } });
      server.handleRequest(goodbye).catch((error: unknown) => log.error("connection-close-fail", { error }));
    }
  }
}
