import { expect, it } from "vitest";

import { openJoined, readBytes, readMessages, send } from "./joined.ts";

it.each(["", "_"])('takes part in a proxy chain when the first message is "%sproxy/initialize"', async (prefix) => {
  const successor = `${prefix}proxy/successor`;
  const { client: conductor, journal, end } = openJoined({ inChain: true });

  send(conductor.writes, { id: 1, method: `${prefix}proxy/initialize`, params: { protocolVersion: 1 } });
  expect(await readMessages(conductor.reads, 1)).toEqual([
    { jsonrpc: "2.0", id: 1, method: successor, params: { method: "initialize", params: { protocolVersion: 1 } } },
  ]);
  send(conductor.writes, { id: 1, result: { protocolVersion: 1, agentCapabilities: {} } });
  expect(await readMessages(conductor.reads, 1)).toEqual([
    { jsonrpc: "2.0", id: 1, result: { protocolVersion: 1, agentCapabilities: {} } },
  ]);

  send(conductor.writes, { id: 2, method: "session/new", params: { cwd: "/", mcpServers: [] } });
  await readMessages(conductor.reads, 1);
  send(conductor.writes, { id: 2, result: { sessionId: "s1" } });
  await readMessages(conductor.reads, 1);

  const update = { sessionId: "s1", update: { sessionUpdate: "plan", entries: [] } };
  send(conductor.writes, {
    method: successor,
    params: { method: "session/update", params: update, _meta: { hop: 1 } },
  });
  expect(await readMessages(conductor.reads, 1)).toEqual([
    { jsonrpc: "2.0", method: "session/update", params: update },
  ]);

  const ask = { sessionId: "s1", options: [] };
  send(conductor.writes, { id: 9, method: successor, params: { method: "session/request_permission", params: ask } });
  expect(await readMessages(conductor.reads, 1)).toEqual([
    { jsonrpc: "2.0", id: 9, method: "session/request_permission", params: ask },
  ]);
  send(conductor.writes, { method: "$/cancel_request", params: { requestId: 9 } });
  send(conductor.writes, { id: 9, result: { outcome: { outcome: "cancelled" } } });
  expect(await readMessages(conductor.reads, 2)).toEqual([
    { jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 9 } },
    { jsonrpc: "2.0", id: 9, result: { outcome: { outcome: "cancelled" } } },
  ]);

  conductor.writes.end();
  expect(await end).toMatchObject({ by: "client" });
  const kinds = (await journal.read("session-1")).map(({ from, kind }) => `${from} ${kind}`);
  expect(kinds).toEqual([
    "client initialize",
    "agent response",
    "client session/new",
    "agent response",
    "agent plan",
    "agent session/request_permission",
    "agent $/cancel_request",
    "client response",
  ]);
});

it("what is inside an envelope keeps its bytes", async () => {
  const { client: conductor } = openJoined({ inChain: true });
  const params = String.raw`{ "b":1, "a" : [12345678901234567890, 1.50, "\u00e9}\"" ], "10":{}, "9":null }`;
  conductor.writes.write(`{"params":${params},"jsonrpc":"2.0","id":"x","method":"proxy/initialize"}\n`);
  const expected = `{"jsonrpc":"2.0","id":"x","method":"proxy/successor","params":{"method":"initialize","params":${params}}}\n`;
  expect((await readBytes(conductor.reads, expected.length)).toString()).toBe(expected);
  conductor.writes.write(`{"jsonrpc":"2.0","method":"proxy/successor","params":{"params":${params},"method":"_x"}}\n`);
  const inside = `{"jsonrpc":"2.0","method":"_x","params":${params}}\n`;
  expect((await readBytes(conductor.reads, inside.length)).toString()).toBe(inside);
});

it("without an agent and without a chain, the first request says what is missing", async () => {
  const { client, end } = openJoined({ inChain: true });
  send(client.writes, { id: 1, method: "initialize", params: {} });
  expect(await readMessages(client.reads, 1)).toMatchObject([
    { id: 1, error: { code: -32_603, message: expect.stringContaining("Give an agent: tenon wrap <name>") } },
  ]);
  expect(await end).toMatchObject({ by: "agent" });
});
