/**
 * An endpoint for tests, in front of a real hub, with the official client at each of its doors.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Duplex, duplexPair, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/client";
import type { Hub, HubOptions, ServerSpec } from "@tenon/hub";
import {
  createEndpoint,
  type Endpoint,
  type EndpointEvent,
  type EndpointNotification,
  type EndpointOptions,
  type Taker,
} from "@tenon/hub/endpoint";

import { openTestHub, type TestHub } from "../open-test-hub.ts";

export type DoorName = "stream" | "http" | "messages";
export type RevisionName = "2025-11-25" | "2026-07-28";

/** Every way in. */
export const DOORS: readonly { readonly door: DoorName; readonly revision: RevisionName }[] = [
  { door: "stream", revision: "2025-11-25" },
  { door: "stream", revision: "2026-07-28" },
  { door: "http", revision: "2025-11-25" },
  { door: "http", revision: "2026-07-28" },
  { door: "messages", revision: "2026-07-28" },
];

/** An agent that takes everything. */
export const TAKER: Taker = {
  nameLength: 52,
  resultCharacters: 25_000,
  isKeptByProgress: false,
  drops: [],
  followsChanges: true,
};

export interface TestEndpoint extends Endpoint {
  readonly hub: TestHub;
  readonly events: readonly EndpointEvent[];
  /** The address of its HTTP door. */
  readonly url: string;
  /** The official client, connected. It is closed with the endpoint. */
  join(options: { readonly door: DoorName; readonly revision: RevisionName } & ClientOptions): Promise<Client>;
  /** Resolves when the client's stream for what comes unasked is open. */
  untilListening(client: Client): Promise<void>;
  untilEvent<Type extends EndpointEvent["type"]>(type: Type): Promise<Extract<EndpointEvent, { type: Type }>>;
}

export async function openTestEndpoint(
  servers: readonly ServerSpec[],
  options: {
    readonly hub?: Partial<HubOptions>;
    readonly endpoint?: Partial<EndpointOptions>;
    /** Gives the endpoint something else than the open hub. */
    readonly give?: (hub: Hub) => Hub | Promise<Hub>;
    /** Wait for the servers before anything is asked; they are waited for by default. */
    readonly isReady?: boolean;
  } = {},
): Promise<TestEndpoint> {
  const { give = (hub) => hub, isReady = true } = options;
  const hub = openTestHub(servers, options.hub);
  if (isReady) await hub.ready();
  const events: EndpointEvent[] = [];
  const waits = new Set<() => void>();
  const look = () => {
    for (const wait of waits) wait();
  };
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const looked = Promise.withResolvers<void>();
      waits.add(looked.resolve);
      await looked.promise;
      waits.delete(looked.resolve);
    }
  };
  const endpoint = createEndpoint({
    hub: give(hub),
    serverInfo: { name: "tenon", version: "0.0.0" },
    taker: TAKER,
    ...options.endpoint,
    onEvent(event) {
      events.push(event);
      look();
    },
  });
  let streams = 0;
  const http = await listen(async (request) => {
    const response = await endpoint.handle(request);
    if (request.method === "GET" && response.ok) streams += 1;
    look();
    return response;
  });
  const clients: Client[] = [];
  const close = async () => {
    await Promise.all(clients.map((client) => client.close()));
    await endpoint.close();
    await http.close();
    await hub.close();
  };
  return {
    ...endpoint,
    hub,
    events,
    url: http.url,
    async join({ door, revision, ...clientOptions }) {
      const mode = revision === "2026-07-28" ? { pin: revision } : "legacy";
      const client = new Client(
        { name: "an-agent", version: "1.2.3" },
        { ...clientOptions, versionNegotiation: { mode } },
      );
      clients.push(client);
      const transports = {
        http: () => httpTransport(http.url),
        stream: () => streamTransport(open(endpoint)),
        messages: () => messageTransport(endpoint),
      };
      await client.connect(transports[door]());
      return client;
    },
    async untilListening(client) {
      // In 2026-07-28 the client subscribes before `connect` resolves.
      if (client.getProtocolEra() !== "modern") await until(() => (streams > 0 ? true : undefined));
    },
    untilEvent: async (type) => (await until(() => events.find((event) => event.type === type))) as never,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A new connection to the endpoint's stream door: the agent's end of it. */
export function open(endpoint: Pick<Endpoint, "serveStream">): Duplex {
  const [ours, theirs] = duplexPair();
  void endpoint.serveStream(ours);
  return theirs;
}

function httpTransport(url: string): Transport {
  return new StreamableHTTPClientTransport(new URL(url));
}

function streamTransport(stream: Duplex): Transport {
  const buffer = new ReadBuffer();
  const transport: Transport = {
    async start() {
      stream.on("data", (chunk: Buffer) => {
        buffer.append(chunk);
        for (let message = buffer.readMessage(); message; message = buffer.readMessage())
          transport.onmessage?.(message);
      });
      stream.on("close", () => transport.onclose?.());
    },
    async send(message) {
      stream.write(serializeMessage(message));
    },
    async close() {
      stream.destroy();
    },
  };
  return transport;
}

/** Each request is answered on its own, as by MCP over ACP. */
function messageTransport(endpoint: Pick<Endpoint, "answer">): Transport {
  const open = new Map<unknown, AbortController>();
  const transport: Transport = {
    async start() {},
    async send(message) {
      if (!("method" in message)) return;
      if (!("id" in message)) {
        if (message.method === "notifications/cancelled") open.get(message.params?.["requestId"])?.abort();
        return;
      }
      const { id, method, params } = message;
      const leaving = new AbortController();
      open.set(id, leaving);
      const options = {
        signal: leaving.signal,
        onNotification: (notification: EndpointNotification) =>
          transport.onmessage?.({ jsonrpc: "2.0", ...notification }),
      };
      void endpoint
        .answer({ id, method, ...(params && { params }) }, options)
        .then((answer) => transport.onmessage?.({ jsonrpc: "2.0", id, ...answer }))
        .catch((error: unknown) => transport.onerror?.(error as Error))
        .finally(() => open.delete(id));
    },
    async close() {
      for (const leaving of open.values()) leaving.abort();
      transport.onclose?.();
    },
  };
  return transport;
}

/** A real HTTP server on loopback. */
export async function listen(handle: (request: Request) => Promise<Response>) {
  const server = createServer((request, response) => {
    answer(request, response, handle).catch(() => response.destroy()); // the client left
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController();
  response.on("close", () => left.abort());
  const body = request.method === "POST" ? Readable.toWeb(request) : undefined;
  const given = new Request(`http://127.0.0.1${request.url}`, {
    method: request.method ?? "GET",
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    ),
    signal: left.signal,
    ...(body && { body: body as ReadableStream, duplex: "half" }),
  });
  const answered = await handle(given);
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.flushHeaders();
  if (!answered.body) return void response.end();
  await pipeline(Readable.fromWeb(answered.body as never), response);
}

/** The text of a result. */
export function textOf({ content }: { readonly content?: unknown }): string {
  const blocks = Array.isArray(content) ? content : [];
  return blocks.map((block: { readonly text?: string }) => block.text ?? "").join("\n");
}
