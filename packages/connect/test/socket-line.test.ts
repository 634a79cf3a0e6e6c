import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { text } from "node:stream/consumers";

import { manualClock } from "@tenon/testkit";
import { expect, it } from "vitest";
import { WebSocketServer } from "ws";

import { gatewayAddress, httpLine, socketLine } from "../src/index.ts";

const OPTIONS = { token: "t" };
const signal = new AbortController().signal;
const PATIENCE = { timeout: 20_000 };

it("a line that is silent ends within 20 seconds, and one that answers does not", async () => {
  for (const autoPong of [false, true]) {
    await using server = await listening({ autoPong });
    const clock = manualClock();
    const line = await socketLine({ ...OPTIONS, address: gatewayAddress(server.url), clock })(ignore, signal);
    let ended: Error | undefined;
    void line.ended.then((error) => (ended = error));
    for (let second = 0; second < 20; second += 1) {
      await clock.advance(1_000);
      // A ping and its pong cross a real socket.
      if (autoPong) await server.roundTrip();
    }
    expect(ended?.message ?? "alive").toMatch(autoPong ? /alive/ : /is silent/);
    await line.close();
  }
});

it("a line over HTTP that is silent ends within 20 seconds, and one whose pings are answered does not", async () => {
  for (const answersPings of [false, true]) {
    await using server = await eventStreams({ answersPings });
    const clock = manualClock();
    const texts: string[] = [];
    const onText = (text: string) => void texts.push(text);
    const line = await httpLine({ ...OPTIONS, address: gatewayAddress(server.url), clock })({ onText }, signal);
    void line.send('{"jsonrpc":"2.0","id":1,"method":"initialize"}');
    await server.hasStream;
    let ended: Error | undefined;
    void line.ended.then((error) => (ended = error));
    for (let second = 0; second < 20; second += 1) {
      await clock.advance(1_000);
      await server.settled();
    }
    expect(ended?.message ?? "alive").toMatch(answersPings ? /alive/ : /is silent/);
    expect(texts).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
    await line.close();
  }
});

it("waits for a reader that is slow, in both directions, and loses nothing", async () => {
  await using server = await listening({});
  const received: string[] = [];
  let wake = () => {};
  const onText = (text: string) => {
    received.push(text);
    return received.length === 1 ? new Promise<void>((resolve) => (wake = resolve)) : undefined;
  };
  const line = await socketLine({ ...OPTIONS, address: gatewayAddress(server.url) })({ onText }, signal);
  const sent = Array.from({ length: 100 }, (_, index) => `${index} ${"y".repeat(100_000)}`);
  for (const text of sent) server.send(text);
  await expect.poll(() => received.length, PATIENCE).toBeGreaterThan(0);
  // What had come already is handed on; nothing more is read.
  expect(received.length).toBeLessThan(100);
  wake();
  await expect.poll(() => received.length, PATIENCE).toBe(100);
  expect(received).toEqual(sent);
  const large = "x".repeat(1024 * 1024);
  const waits = Array.from({ length: 8 }, () => line.send(large));
  expect(waits.some((wait) => wait !== undefined)).toBe(true);
  await Promise.all(waits.filter((wait) => wait !== undefined));
  await line.close();
});

it("sends a message that is given in parts as one text", async () => {
  await using server = await listening({});
  const line = await socketLine({ ...OPTIONS, address: gatewayAddress(server.url) })(ignore, signal);
  const parts = ['{"text":"', "\u00e9\u{1f600}x".repeat(30_000), '"}'];
  const received = server.received();
  void line.send(parts.join(""), parts);
  expect((await received) === parts.join("")).toBe(true);
  await line.close();
});

it("masks each message with another key, as RFC 6455 demands of a client", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  const sockets = new WebSocketServer({ server });
  await once(server, "listening");
  const bytes: Buffer[] = [];
  sockets.on("connection", (_socket, request) => request.socket.on("data", (chunk: Buffer) => bytes.push(chunk)));
  const line = await socketLine({ ...OPTIONS, address: gatewayAddress(`http://127.0.0.1:${portOf(server)}`) })(
    ignore,
    signal,
  );
  for (const each of ["one", "one", "one"]) void line.send(each);
  await line.close();
  const frames = Buffer.concat(bytes);
  const keys: number[] = [];
  for (let at = 0; at < frames.length; at += 6 + ((frames[at + 1] ?? 0) & 0x7f)) {
    expect((frames[at + 1] ?? 0) & 0x80).toBe(0x80);
    keys.push(frames.readUInt32BE(at + 2));
  }
  expect(keys.length).toBeGreaterThanOrEqual(3);
  expect([new Set(keys).size, keys.includes(0)]).toEqual([keys.length, false]);
  sockets.close();
  server.close();
});

it("does not connect to a server without a certificate", async () => {
  const secure = createSecureServer({});
  secure.listen(0, "127.0.0.1");
  await once(secure, "listening");
  const url = `https://127.0.0.1:${portOf(secure)}`;
  const opening = socketLine({ ...OPTIONS, address: gatewayAddress(url) })(ignore, signal);
  await expect(opening).rejects.toMatchObject({ code: "untrusted" });
  secure.close();
});

it.each([
  [401, "wrong_token"],
  [404, "not_a_gateway"],
  [503, "busy"],
  [426, "no_websocket"],
])("explains a refusal with %s", async (status, code) => {
  await using server = await refusing(status);
  const opening = socketLine({ ...OPTIONS, address: gatewayAddress(server.url) })(ignore, signal);
  await expect(opening).rejects.toMatchObject({ code });
});

const ignore = { onText: () => undefined };

async function listening({ autoPong = true }: { readonly autoPong?: boolean }) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", autoPong });
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    send: (text: string) => server.clients.forEach((client) => client.send(text)),
    /** The next text message. */
    async received() {
      const messages = await Promise.all([...server.clients].map((client) => once(client, "message")));
      return messages.map(([message, isBinary]) => (isBinary === true ? undefined : String(message)))[0];
    },
    async roundTrip() {
      for (const client of server.clients) {
        const pong = once(client, "pong");
        client.ping();
        await pong;
      }
    },
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

/** A gateway that speaks HTTP only. It takes every message; and answers pings, or nothing after the first. */
async function eventStreams({ answersPings }: { readonly answersPings: boolean }) {
  const stream = Promise.withResolvers<ServerResponse>();
  let busy = 0;
  const isBusy = () => busy > 0;
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === "/api/agents") return void response.end('{"agents":[]}');
    if (request.method === "GET") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      return stream.resolve(response);
    }
    busy += 1;
    const body = await text(request);
    const { id, method } = JSON.parse(body || "{}");
    if (method === "initialize") {
      response.writeHead(200, { "Acp-Connection-Id": "c1" }).end(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
    } else if (answersPings || request.method === "DELETE") {
      response.writeHead(202).end();
      if (id) (await stream.promise).write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n\n`);
    }
    busy -= 1;
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    hasStream: stream.promise,
    /** What was sent so far has crossed real sockets. */
    async settled() {
      for (let round = 0; round === 0 || isBusy(); round += 1)
        await fetch(`http://127.0.0.1:${portOf(server)}/api/agents`).then((each) => each.text());
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function refusing(status: number) {
  const server = createServer();
  server.on("upgrade", (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

function portOf(server: Pick<Server, "address">): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
