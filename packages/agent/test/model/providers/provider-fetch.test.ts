import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

import { expect, it } from "vitest";

import { providerFetch } from "../../../src/model/providers/provider-fetch.ts";

it("sends what it is given and streams the answer as it comes", async () => {
  const written = Promise.withResolvers<void>();
  await using server = await serve(async (request, response) => {
    const body = await Array.fromAsync(request);
    response.writeHead(200, { "content-type": "text/event-stream", "x-body": body.join(""), "x-key": "a" });
    response.write("one");
    await written.promise;
    response.end(`two ${request.method} ${String(request.headers["x-key"])}`);
  });
  const response = await providerFetch(server.url, { method: "POST", body: "hello", headers: { "x-key": "k" } });
  expect([response.status, response.ok, response.headers.get("x-body")]).toEqual([200, true, "hello"]);
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe("one");
  written.resolve();
  expect((await reader.read()).value).toBe("two POST k");
  expect((await reader.read()).done).toBe(true);
});

it("reads an error status with its body", async () => {
  await using server = await serve((_request, response) => void response.writeHead(429).end('{"error":"slow down"}'));
  const response = await providerFetch(server.url, { method: "POST", body: "{}" });
  expect([response.ok, response.status, await response.json()]).toEqual([false, 429, { error: "slow down" }]);
});

it("decodes an answer that a proxy compressed unasked", async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("hello"));
  });
  expect(await (await providerFetch(server.url, { method: "POST", body: "" })).text()).toBe("hello");
});

it("follows a redirect with its body", async () => {
  await using server = await serve(async (request, response) => {
    if (request.url === "/") return void response.writeHead(308, { location: "/elsewhere" }).end();
    response.end((await Array.fromAsync(request)).join(""));
  });
  expect(await (await providerFetch(server.url, { method: "POST", body: "hello" })).text()).toBe("hello");
});

it("fails with the system's code as cause where no server listens", async () => {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  await expect(providerFetch(server.url, { method: "POST", body: "" })).rejects.toMatchObject({
    name: "TypeError",
    message: "fetch failed",
    cause: { code: "ECONNREFUSED" },
  });
});

it("fails the body of an answer that breaks off", async () => {
  await using server = await serve((_request, response) => {
    response.write("one", () => response.destroy());
  });
  const response = await providerFetch(server.url, { method: "POST", body: "" });
  await expect(response.text()).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
});

it("ends with the signal's reason, before and during an answer", async () => {
  const reason = new Error("Enough.");
  await using server = await serve((_request, response) => void response.write("one"));
  await expect(providerFetch(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const stop = new AbortController();
  const response = await providerFetch(server.url, { signal: stop.signal });
  const text = response.text();
  stop.abort(reason);
  await expect(text).rejects.toBe(reason);
});

it("sends again over a new connection what a closed one never took", async () => {
  let requests = 0;
  await using server = await serve((request, response) => {
    requests += 1;
    if (requests === 2) request.socket.destroy();
    else response.end(`${requests}`);
  });
  expect(await (await providerFetch(server.url, { method: "POST", body: "" })).text()).toBe("1");
  expect(await (await providerFetch(server.url, { method: "POST", body: "" })).text()).toBe("3");
});

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

async function serve(listener: Listener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}
