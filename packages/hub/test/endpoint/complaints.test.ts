/**
 * What users of other proxies and aggregators complain of, at the endpoint.
 */

import { manualClock } from "@tenon/testkit";
import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft, stdioSpec } from "../open-test-hub.ts";
import { DOORS, openTestEndpoint, textOf } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const echo = { name: "echo" };

it("[W5] [W6] agents that come, list and call have one process of a server between them, and it stays one", async () => {
  await using server = await stdioServer({ tools: [echo] });
  await using endpoint = await openTestEndpoint([stdioSpec("s", server)]);
  for (const way of [...DOORS, ...DOORS]) {
    const client = await endpoint.join(way);
    await client.listTools();
    await client.callTool({ name: "s__echo", arguments: {} });
    await client.close();
  }
  expect((await server.recorded()).filter(({ type }) => type === "start")).toHaveLength(1);
});

it("[W8] [W17] a session that a server has forgotten costs the agent nothing", async () => {
  await using server = await startHttpServer({ revision: "2025-11-25", tools: [echo] });
  await using endpoint = await openTestEndpoint([httpSpec("s", server)]);
  for (const way of DOORS) {
    const client = await endpoint.join(way);
    server.expireSessions();
    expect(textOf(await client.callTool({ name: "s__echo", arguments: { a: 1 } }))).toContain('"a":1');
  }
});

it("[W9] lists that are read again, and changes of them, start no new session at a server", async () => {
  await using server = await startHttpServer({ revision: "2025-11-25", tools: [echo] });
  await using endpoint = await openTestEndpoint([httpSpec("s", server)]);
  const client = await endpoint.join({ door: "http", revision: "2025-11-25" });
  for (let time = 0; time < 10; time += 1) {
    server.changeTools({ add: [{ name: `more-${time}` }] });
    await endpoint.hub.untilTools((tools) => tools.includes(`more-${time}`));
    await client.listTools();
  }
  expect(server.requests.filter(({ body }) => body.includes('"initialize"'))).toHaveLength(1);
});

it("[W10] twenty-two processes that start at once are all listed", async () => {
  await using server = await stdioServer({ tools: [echo] });
  const specs = Array.from({ length: 22 }, (_, at) => stdioSpec(`s${at}`, server));
  await using endpoint = await openTestEndpoint(specs, { hub: { limits: { startMs: 50_000 } } });
  const client = await endpoint.join({ door: "stream", revision: "2025-11-25" });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(specs.map(({ name }) => `${name}__echo`)));
});

it("[W21] a session over HTTP that is idle for a day is still there", async () => {
  const clock = manualClock();
  await using server = await startHttpServer({ tools: [echo] });
  await using endpoint = await openTestEndpoint([httpSpec("s", server)], { endpoint: { clock } });
  const client = await endpoint.join({ door: "http", revision: "2025-11-25" });
  await clock.advance(24 * 60 * 60_000);
  expect(textOf(await client.callTool({ name: "s__echo", arguments: { a: 1 } }))).toContain('"a":1');
  expect(clock.waiting).toBe(0);
});

it("[WA8] [W23] a server gets neither the agent's variables nor ours, but those for proxies and certificates", async () => {
  const call = [{ type: "report", of: ["environment"] } as const];
  await using server = await stdioServer({ tools: [{ name: "show", call }] });
  const environment = {
    ...process.env,
    PROVIDER_API_KEY: "sk-of-the-agent",
    HTTPS_PROXY: "http://proxy.example:8080",
    http_proxy: "http://me:my-password@proxy.example:8080",
    SSL_CERT_FILE: "/etc/ssl/company.pem",
  };
  await using endpoint = await openTestEndpoint([stdioSpec("s", server)], { hub: { environment } });
  const client = await endpoint.join({ door: "stream", revision: "2025-11-25" });
  const shown = textOf(await client.callTool({ name: "s__show", arguments: {} }));
  expect(shown).not.toContain("sk-of-the-agent");
  expect(shown).not.toContain("my-password");
  expect(shown).toContain("http://proxy.example:8080");
  expect(shown).toContain("/etc/ssl/company.pem");
});
