import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, it } from "vitest";

import { createApi } from "../src/wire/api.ts";

it("[M1] joins concurrent logins, so that the key belongs to the cookie", async () => {
  let logins = 0;
  await using server = createServer((_, response) => {
    logins += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ key: `key-${logins}` }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const kept = new Map<string, string>();
  const api = createApi({
    base: new URL(`http://127.0.0.1:${port}`),
    storage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    onSignedOut: () => {},
  });
  await Promise.all([api.signIn("token"), api.signIn("token")]);
  expect([logins, api.key]).toEqual([1, "key-1"]);
  await api.signIn("token");
  expect([logins, api.key]).toEqual([2, "key-2"]);
  server.closeAllConnections();
});
