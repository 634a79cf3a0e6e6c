/**
 * What a gateway tells of itself on /metrics, with our agent, a real server and a real journal behind it.
 */

import { readFile } from "node:fs/promises";

import { rehearsalModel } from "@tenon/agent";
import { createLog, createMeasures, serveHttp } from "@tenon/gateway";
import { openHub } from "@tenon/hub";
import { openMemoryJournal } from "@tenon/journal";
import { allow } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { forAgent, openGateway, scripted } from "../../gateway/test/support/open-gateway.ts";

const TOKEN = "metrics-test-token";

it("/metrics covers servers, calls, refusals, offers, turns, models, leases and the store, without names of people", async () => {
  await using place = await openMeasured();
  await using server = await stdioServer({ tools: [{ name: "greet", description: "greet the world" }] });
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  const given = { name: "world", command: server.command, args: [...server.args], env };
  const client = await place.gateway.client({ answers: { "session/request_permission": allow } });
  const { sessionId } = await client.newSession({ mcpServers: [given] });
  await client.prompt(sessionId, "greet the world");
  // One call a minute is allowed.
  await client.prompt(sessionId, "greet the world");
  const running = await place.metrics();
  expect(running.get('tenon_mcp_servers{state="called"}')).toBe(1);
  expect(running.get('tenon_mcp_server_start_seconds_count{outcome="ok"}')).toBe(1);
  expect(running.get('tenon_mcp_call_seconds_count{outcome="ok"}')).toBe(1);
  expect(running.get('tenon_mcp_call_seconds_count{outcome="failed"}')).toBe(1);
  expect(running.get('tenon_refused_calls_total{by="rate"}')).toBe(1);
  expect(running.get("tenon_offered_tokens_total")).toBeGreaterThan(0);
  expect(running.get("tenon_saved_tokens_total")).toBe(0);
  expect(running.get('tenon_turn_seconds_count{outcome="ok"}')).toBe(2);
  expect(running.get('tenon_model_request_seconds_count{outcome="ok"}')).toBe(4);
  expect(running.get("tenon_leases")).toBe(1);
  expect(running.get("tenon_takeovers_total")).toBe(0);
  expect(running.get('tenon_store_seconds_count{statement="append",outcome="ok"}')).toBeGreaterThan(3);
  expect(place.text()).not.toMatch(new RegExp(`world|greet|${sessionId}|rehearsal`));

  await client.request("session/close", { sessionId });
  await expect.poll(async () => (await place.metrics()).get('tenon_mcp_servers{state="called"}')).toBe(0);
  expect((await place.metrics()).get("tenon_leases")).toBe(0);
});

it("/metrics counts restarts of servers and tokens of models", async () => {
  await using place = await openMeasured();
  await using server = await stdioServer({
    tools: [{ name: "greet", description: "greet the world" }],
    misbehaviour: { onlyFirstStarts: 1, exitOn: { "tools/call": {} } },
  });
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  const given = { name: "world", command: server.command, args: [...server.args], env };
  const client = await place.gateway.client({ answers: { "session/request_permission": allow } });
  const { sessionId } = await client.newSession({ mcpServers: [given] });
  await client.prompt(sessionId, "greet the world");
  await expect.poll(async () => (await place.metrics()).get("tenon_mcp_restarts_total")).toBe(1);
  const running = await place.metrics();
  expect([...running.keys()].filter((name) => name.startsWith("tenon_model_tokens_total")).toSorted()).toEqual(
    ["cached", "input", "output"].map((kind) => `tenon_model_tokens_total{kind="${kind}"}`),
  );
});

it("/metrics counts what the policy refused: calls, and servers that were not admitted", async () => {
  await using place = await openMeasured();
  const client = await place.gateway.client({ answers: { "session/request_permission": allow } });
  const { sessionId } = await client.newSession({
    mcpServers: [{ type: "http", name: "open", url: "http://192.0.2.1/mcp", headers: [] }],
  });
  await expect.poll(async () => (await place.metrics()).get('tenon_refused_calls_total{by="admission"}')).toBe(1);
  expect((await place.metrics()).get('tenon_refused_calls_total{by="policy"}')).toBeUndefined();
  await client.request("session/set_mode", { sessionId, modeId: "architect" });
  await client.prompt(sessionId, "create a file notes.md saying hello");
  expect((await place.metrics()).get('tenon_refused_calls_total{by="policy"}')).toBe(1);
});

it("/metrics has the metrics that docs/serve.md names, and no other", async () => {
  await using place = await openMeasured();
  await place.metrics();
  const page = await readFile(new URL("../../../docs/serve.md", import.meta.url), "utf8");
  const namesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name));
  expect(namesIn(place.text(), /^# TYPE (tenon_\w+)/gm)).toEqual(namesIn(page, /`(tenon_\w+)`/g));
});

it("/metrics counts the turns of another agent too, and how they end", async () => {
  await using place = await openMeasured();
  const client = await place.gateway.client();
  const { sessionId } = await client.newSession(forAgent("other"));
  await client.prompt(sessionId, "go");
  expect((await place.metrics()).get('tenon_turn_seconds_count{outcome="ok"}')).toBe(1);
});

async function openMeasured() {
  const measures = createMeasures();
  const journal = openMemoryJournal({ telemetry: measures });
  const limited: typeof openHub = (options) =>
    openHub({
      ...options,
      telemetry: measures,
      servers: options.servers.map((spec) => ({ ...spec, options: { ...spec.options, callsPerMinute: 1 } })),
    });
  const gateway = openGateway({
    journal,
    telemetry: measures,
    ownAgent: {
      version: "0.0.0",
      model: rehearsalModel(),
      telemetry: measures,
      services: async () => ({ openHub: limited }),
    },
    agents: [scripted("other", { turns: [{ steps: [{ type: "say", text: "Hello" }] }] })],
  });
  const log = createLog({ level: "error", secrets: [], write: () => {} });
  const server = await serveHttp({ gateway: gateway.gateway, measures, token: TOKEN, log, version: "0" });
  let text = "";
  return {
    gateway,
    text: () => text,
    async metrics(): Promise<ReadonlyMap<string, number>> {
      text = await (await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
      const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await server.close();
      await journal.close();
    },
  };
}
