/**
 * ACP over WebSocket and over Streamable HTTP, on one address. The only file that knows the SDK's server, which is
 * experimental.
 *
 * Each connection becomes a stream of messages for the gateway.
 */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import type { Stream } from "@agentclientprotocol/sdk";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { WebSocketServer } from "ws";

import type { Connection, Peer } from "../../gateway.ts";
import { createAcpSocket } from "./acp-socket.ts";
import { closeSockets } from "./close-sockets.ts";
import { createExactIds, type ExactIds } from "./exact-ids.ts";
import { createHttpConnections } from "./http-connections.ts";
import { createLargeStrings, type LargeStrings } from "./large-strings.ts";
import { protocolFor } from "../door/door.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { HttpServices } from "../services.ts";

export interface AcpTransport {
  /** Of messages over HTTP. */
  readonly ids: ExactIds;
  /** One request of Streamable HTTP. `ended` resolves when its answer is sent or its client has gone. */
  handle(request: Request, context: { readonly peer: Peer; readonly ended: Promise<unknown> }): Promise<Response>;
  /** Throws what the gateway throws when it takes no more. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, peer: Peer): void;
  counts(): { readonly websocket: number; readonly http: number };
  close(): Promise<void>;
}

export interface AcpTransportOptions extends Pick<
  HttpServices,
  "gateway" | "limits" | "log" | "metrics" | "isDraining"
> {
  readonly heartbeat: Heartbeat;
}

export const CONNECTION_ID = "Acp-Connection-Id";

export function createAcpTransport(options: AcpTransportOptions): AcpTransport {
  const { limits, heartbeat, log, metrics, isDraining } = options;
  // It has one bound for both directions, and wants it to be above the largest message.
  const maxBufferedBytes = 2 * limits.messageBytes;
  const server = new AcpServer({ createAgent: refuseToCreate, maxBufferedBytes });
  const { sockets, connectionIds } = createSockets(limits.messageBytes);
  const overHttp = createHttpConnections(limits, (id) => {
    const goodbye = new Request("http://gateway/acp", { method: "DELETE", headers: { [CONNECTION_ID]: id } });
    server.handleRequest(goodbye).catch((error: unknown) => log.error("connection-close-fail", { error }));
  });

  return {
    ids: createExactIds(),
    async handle(request, { peer, ended }) {
      const id = request.headers.get(CONNECTION_ID);
      const personId = peer.access?.person.id;
      // Its id is no secret of its person: another one must not speak in their name. The SDK knows WebSockets by such ids too.
      if (id !== null && !overHttp.isOf(id, personId)) return new Response("Unknown connection\n", { status: 404 });
      if (id !== null) overHttp.hold(id, ended);
      if (request.method !== "POST") return await server.handleRequest(request);
      metrics.countMessage("in");
      if (id === null) return await begin(request, peer);
      await overHttp.pace(id, request.signal);
      return await server.handleRequest(request);
    },
    upgrade(request, socket, head, peer) {
      let id: string | undefined;
      const large = createLargeStrings();
      const agent = agentFor(options, { peer, large }, "websocket", (opened) => (id = opened.id));
      const prepared = server.prepareWebSocketUpgrade(agent);
      connectionIds.set(request, prepared.connectionId);
      socket.once("close", () => prepared.reject());
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = socket;
        heartbeat.watch(webSocket, { connection });
        const whose = () => ({ peer: peer.name, connection: id });
        const given = { connection, limits, large, maxBufferedBytes, log, whose, metrics, isDraining };
        prepared.accept(createAcpSocket(webSocket, given));
      });
    },
    counts: () => ({ websocket: sockets.clients.size, http: overHttp.size }),
    async close() {
      overHttp[Symbol.dispose]();
      await server.close();
      await closeSockets(sockets);
    },
  };

  /** The first request of a connection over HTTP. */
  async function begin(message: Request, peer: Peer): Promise<Response> {
    let connection: Connection | undefined;
    const response = await server.handleRequest(
      message,
      agentFor(options, { peer }, "http", (opened) => (connection = opened)),
    );
    const id = response.headers.get(CONNECTION_ID);
    if (id !== null) overHttp.add(id, connection?.closed, peer.access?.person.id);
    return response;
  }
}

/** Each answers an upgrade with the id of its connection. */
function createSockets(maxPayload: number) {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    handleProtocols: protocolFor,
  });
  const connectionIds = new WeakMap<IncomingMessage, string>();
  sockets.on("headers", (headers, request) => {
    headers.push(`${CONNECTION_ID}: ${connectionIds.get(request) ?? ""}`);
  });
  return { sockets, connectionIds };
}

function agentFor(
  { gateway, log }: AcpTransportOptions,
  { peer, large }: { readonly peer: Peer; readonly large?: Pick<LargeStrings, "restore"> },
  transport: string,
  onConnect: (connection: Connection) => void,
) {
  const connect = (stream: Stream) => {
    const connection = gateway.connect(stream, peer, large?.restore);
    onConnect(connection);
    log.info("connection-open", { connection: connection.id, peer: peer.name, transport });
    void connection.closed.finally(() => log.info("connection-close", { connection: connection.id }));
    return connection;
  };
  return { createAgent: () => ({ connect }) };
}

function refuseToCreate(): never {
  throw new Error("Every connection brings its peer");
}
