import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";

import { manualClock } from "@tenon/testkit";
import { expect, it } from "vitest";
import { WebSocketServer } from "ws";

import { gatewayAddress, socketLine } from "../src/index.ts";

const OPTIONS = { token: "t", userAgent: "test" };
const signal = new AbortController().signal;

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
  await expect.poll(() => received.length).toBeGreaterThan(0);
  // What had come already is handed on; nothing more is read.
  expect(received.length).toBeLessThan(100);
  wake();
  await expect.poll(() => received.length).toBe(100);
  expect(received).toEqual(sent);
  const large = "x".repeat(1024 * 1024);
  const waits = Array.from({ length: 8 }, () => line.send(large));
  expect(waits.some((wait) => wait !== undefined)).toBe(true);
  await Promise.all(waits.filter((wait) => wait !== undefined));
  await line.close();
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
