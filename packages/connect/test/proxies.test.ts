import { once } from "node:events";
import { createServer } from "node:http";

import { afterEach, expect, it, vi } from "vitest";

import { examineGateway, gatewayAddress, socketLine } from "../src/index.ts";

afterEach(() => vi.unstubAllEnvs());

it("[P45] goes through the proxy of the environment, and never to this machine itself", async () => {
  await using proxy = await refusingProxy();
  vi.stubEnv("HTTPS_PROXY", proxy.url);
  vi.stubEnv("NO_PROXY", "");
  const { signal } = new AbortController();
  const there = { address: gatewayAddress("https://gateway.example"), token: "secret" };
  await expect(examineGateway({ ...there, signal })).rejects.toMatchObject({ name: "ConnectError" });
  await expect(socketLine(there)({ onText: () => undefined }, signal)).rejects.toMatchObject({ name: "ConnectError" });
  expect(proxy.asked).toEqual(["gateway.example:443", "gateway.example:443"]);
  const here = { address: gatewayAddress("https://127.0.0.1:1"), token: "secret" };
  await expect(examineGateway({ ...here, signal })).rejects.toMatchObject({ code: "unreachable" });
  expect(proxy.asked).toHaveLength(2);
});

it("[P45] names the proxy that cannot be reached, and not the gateway behind it", async () => {
  vi.stubEnv("HTTPS_PROXY", "http://127.0.0.1:1");
  vi.stubEnv("NO_PROXY", "");
  const { signal } = new AbortController();
  const there = { address: gatewayAddress("https://gateway.example"), token: "secret" };
  await expect(examineGateway({ ...there, signal })).rejects.toThrow(
    "Nothing is listening at 127.0.0.1:1. Check HTTPS_PROXY.",
  );
  vi.stubEnv("HTTPS_PROXY", "http://proxy.invalid:1");
  await expect(examineGateway({ ...there, signal })).rejects.toThrow("Host proxy.invalid (HTTPS_PROXY) was not found");
});

async function refusingProxy() {
  const asked: string[] = [];
  const server = createServer();
  server.on("connect", ({ url = "" }, socket) => {
    asked.push(url);
    socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    asked,
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
