/**
 * Servers that a client gives to a session of another agent while it runs, and takes away.
 */

import { allow } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { givenServer, openWrapped } from "./open-wrapped.ts";

const CLOCK = {
  tools: [{ name: "now", call: [{ type: "result", result: { content: [{ type: "text", text: "noon" }] } }] }],
} as const;

it("[A3] a server that is attached while a turn runs is used in it, and gone when it is detached", async () => {
  await using clock = await givenServer("clock", CLOCK);
  // Waits until the tool is listed.
  const now = { type: "mcp", server: "tenon", tool: "clock__now", arguments: {} } as const;
  await using wrapped = await openWrapped({
    script: { turns: [{ steps: [now] }] },
    answers: { "session/request_permission": allow },
  });
  const { client } = wrapped;
  await client.initialize();
  const { sessionId } = await client.newSession();
  const turn = client.prompt(sessionId, "what time is it?");
  expect(await client.request("_tenon/servers/attach", { sessionId, server: clock.entry })).toMatchObject({
    receipt: { server: "clock", type: "http", source: "client" },
  });
  await turn;
  expect(client.text(sessionId)).toContain("noon");
  expect(await client.request("_tenon/receipts", { sessionId })).toMatchObject({
    methods: expect.arrayContaining(["_tenon/servers/attach", "_tenon/servers/detach"]),
    servers: [{ server: "clock", state: "called", tools: 1 }],
  });
  await client.request("_tenon/servers/detach", { sessionId, server: "clock" });
  expect(await client.request("_tenon/receipts", { sessionId })).toMatchObject({ servers: [] });
});

it.each([
  ["_tenon/servers/attach", { server: { name: "x" } }],
  ["_tenon/servers/attach", { server: "clock" }],
  ["_tenon/servers/detach", { server: "nobody" }],
])("[A3] refuses %s with %j, and changes nothing", async (method, params) => {
  await using clock = await givenServer("clock", CLOCK);
  await using wrapped = await openWrapped();
  const { client } = wrapped;
  await client.initialize();
  const { sessionId } = await client.newSession({ mcpServers: [clock.entry] });
  await expect(client.request(method, { sessionId, ...params })).rejects.toMatchObject({ code: -32_602 });
  expect(await client.request("_tenon/receipts", { sessionId })).toMatchObject({ servers: [{ server: "clock" }] });
});
