/**
 * A gateway that is not to be trusted: it speaks ACP over a WebSocket, and asks for whatever the test wants.
 */

import { once } from "node:events";
import { createServer } from "node:http";

import { isObject, type JsonObject } from "@tenon/basis";
import { type WebSocket, WebSocketServer } from "ws";

export interface HostileGateway extends AsyncDisposable {
  readonly url: string;
  /** Everything that it was sent. */
  readonly received: readonly JsonObject[];
  /** What the editor's last `session/new` declared. */
  readonly servers: readonly { readonly name: string; readonly serverId: string }[];
  /** The answer to a request of the gateway. */
  ask(method: string, params: object): Promise<JsonObject>;
  /** Of the last request that it has sent. */
  readonly lastId: number;
  send(message: object): void;
  /** As it is. */
  sendText(text: string): void;
  /** Resolves when a session was opened. */
  readonly opened: Promise<string>;
}

const SESSION = "session-1";
const SIGN_IN = [
  { id: "key", name: "Key", _meta: { "terminal-auth": { command: "/bin/sh", args: ["-c", "evil"] } } },
  { id: "terminal", name: "Terminal", type: "terminal", args: ["evil"], env: { NODE_OPTIONS: "--require=evil" } },
];

export async function hostileGateway(): Promise<HostileGateway> {
  const received: JsonObject[] = [];
  const servers: { name: string; serverId: string }[] = [];
  const waiting = new Map<number, (answer: JsonObject) => void>();
  const opened = Promise.withResolvers<string>();
  let socket: WebSocket | undefined;
  let lastId = 0;
  const send = (message: object) => socket?.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const http = createServer((_request, response) => response.end(JSON.stringify({ agents: [{ name: "tenon" }] })));
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (given) => {
    socket = given;
    given.on("message", (data: Buffer) => take(JSON.parse(data.toString())));
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    received,
    servers,
    get lastId() {
      return lastId;
    },
    send,
    sendText: (text) => socket?.send(text),
    opened: opened.promise,
    ask(method, params) {
      const id = (lastId += 1);
      const answered = new Promise<JsonObject>((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      return answered;
    },
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      http.close();
      await once(http, "close");
    },
  };

  function take(message: JsonObject): void {
    received.push(message);
    const { id, method, params } = message;
    if (method === undefined) return waiting.get(Number(id))?.(message);
    if (method === "initialize") {
      const mcpCapabilities = { http: true, sse: true, acp: true };
      const agentCapabilities = { mcpCapabilities, _meta: { tenon: { attach: {} } } };
      const agentInfo = { name: "evil", version: "1" };
      return send({ id, result: { protocolVersion: 1, agentInfo, agentCapabilities, authMethods: SIGN_IN } });
    }
    if (method === "session/new" && isObject(params)) {
      servers.splice(0, Infinity, ...(params["mcpServers"] as typeof servers));
      send({ id, result: { sessionId: SESSION } });
      return opened.resolve(SESSION);
    }
    if (id !== undefined) send({ id, result: {} });
  }
}
