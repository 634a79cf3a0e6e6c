/**
 * Which revision a server speaks, and what it says to a client that speaks another.
 */

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";

import { startHttpServer, startSseServer, stdioServer } from "../../src/mcp/index.ts";
import { eventsOf, post, postModern } from "./raw-http.ts";
import { spawnRaw } from "./raw-process.ts";

const initialize = { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {} } };

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

it("a server of the older revision refuses to be discovered, in no words of the newer", async () => {
  await using server = await stdioServer({ revision: "2025-11-25" });
  await using child = spawnRaw(server);
  child.send({ id: 1, method: "server/discover", params: { _meta: envelope } });
  expect(await child.response(1)).toMatchObject({ error: { code: -32600 } });
  await using http = await startHttpServer({ revision: "2025-11-25" });
  const { status, messages } = await postModern(http, 1, "server/discover");
  expect(status).toBe(400);
  expect(messages).toMatchObject([{ error: { code: -32000 } }]);
});

it("a server of the newer revision names its versions to a client that initializes", async () => {
  const refusal = { error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2025-11-25" } } };
  await using server = await stdioServer({ revision: "2026-07-28" });
  await using child = spawnRaw(server);
  child.send(initialize);
  expect(await child.response(1)).toMatchObject(refusal);
  await using http = await startHttpServer({ revision: "2026-07-28" });
  const { status, messages } = await post(http, initialize);
  expect(status).toBe(400);
  expect(messages).toMatchObject([refusal]);
});

it("a server of both serves each on a pipe of its own, and refuses initialize behind the newer one", async () => {
  await using server = await stdioServer({ tools: [{ name: "echo" }] });
  await using modern = spawnRaw(server);
  modern.send({ id: 1, method: "tools/list", params: { _meta: envelope } });
  expect(await modern.response(1)).toMatchObject({ result: { resultType: "complete" } });
  modern.send({ ...initialize, id: 2 });
  expect(await modern.response(2)).toMatchObject({ error: { code: -32022 } });
  await using legacy = spawnRaw(server);
  await legacy.initialize();
  legacy.send({ id: 2, method: "tools/list" });
  const { result } = await legacy.response(2);
  expect(result).not.toHaveProperty("resultType");
});

it("a session begins with initialize", async () => {
  await using server = await stdioServer({ tools: [] });
  await using child = spawnRaw(server);
  child.send({ id: 1, method: "tools/list" });
  expect(await child.response(1)).toMatchObject({ error: { code: -32600 } });
});

it("agrees on the version it was asked for, or offers its newest", async () => {
  await using server = await startHttpServer({});
  const versionFor = async (protocolVersion: string) => {
    const { messages } = await post(server, { ...initialize, params: { protocolVersion } });
    return messages[0]?.["result"];
  };
  expect(await versionFor("2024-11-05")).toMatchObject({ protocolVersion: "2024-11-05" });
  expect(await versionFor("2099-01-01")).toMatchObject({ protocolVersion: "2025-11-25" });
});

it("answers with a version that was not asked for", async () => {
  await using server = await startHttpServer({ misbehaviour: { protocolVersion: "1.0" } });
  const { messages } = await post(server, initialize);
  expect(messages).toMatchObject([{ result: { protocolVersion: "1.0" } }]);
});

it("[P39] HTTP+SSE names the address for messages first, and refuses a POST to its own", async () => {
  await using server = await startSseServer({});
  expect((await post(server, initialize)).status).toBe(405);
  const stream = eventsOf(await fetch(server.url, { headers: { accept: "text/event-stream" } }));
  const endpoint = await stream.next();
  const path = /^event: endpoint\ndata: (\/messages\?sessionId=\S+)$/.exec(endpoint ?? "")?.[1] ?? "";
  const url = new URL(path, server.url).href;
  expect(await post({ url }, initialize)).toMatchObject({ status: 202, text: "" });
  expect(await stream.next()).toContain(`"protocolVersion":"2025-11-25"`);
  await stream.cancel();
  await server.until("listener-leave");
  expect((await post({ url }, initialize)).status).toBe(404);
});

it.each(["end", "cut"] as const)("[O-12] HTTP+SSE loses its stream in the middle of a call: %s", async (how) => {
  await using server = await startSseServer({ tools: [{ name: "lose", call: [{ type: "close-stream", how }] }] });
  const stream = eventsOf(await fetch(server.url));
  const path = /data: (.*)/.exec((await stream.next()) ?? "")?.[1] ?? "";
  const endpoint = { url: new URL(path, server.url).href };
  await post(endpoint, initialize);
  await stream.next();
  await post(endpoint, { id: 2, method: "tools/call", params: { name: "lose" } });
  expect(await stream.next()).toBeUndefined();
});

it("answers a number with a string", async () => {
  const script = { tools: [], misbehaviour: { responseIds: "string" as const } };
  await using server = await startHttpServer(script);
  const legacy = await post(server, initialize);
  expect(legacy.messages).toMatchObject([{ id: "1", result: {} }]);
  const modern = await postModern(server, 7, "tools/list");
  expect(modern.messages).toMatchObject([{ id: "7", result: {} }]);
  await using stdio = await stdioServer(script);
  await using child = spawnRaw(stdio);
  child.send({ id: 7, method: "ping" });
  expect(await child.response("7")).toMatchObject({ result: {} });
});

it("asks with ids that are numbers, from 0", async () => {
  await using server = await stdioServer({
    tools: [{ name: "ask", call: [{ type: "roots" }] }],
    misbehaviour: { ignoresClientCapabilities: true },
  });
  await using child = spawnRaw(server);
  await child.initialize();
  child.send({ id: "call", method: "tools/call", params: { name: "ask" } });
  await server.until("call-start");
  child.send({ id: 0, result: { roots: [] } });
  expect(await child.response("call")).toMatchObject({ result: { content: [{ text: `{"roots":[]}` }] } });
});

it("[S-06] asks a client that never announced it could answer", async () => {
  const script = { tools: [{ name: "ask", call: [{ type: "roots" as const }] }] };
  await using server = await startHttpServer({ ...script, misbehaviour: { ignoresClientCapabilities: true } });
  const { messages } = await postModern(server, 1, "tools/call", { name: "ask" });
  expect(messages).toMatchObject([{ result: { resultType: "input_required" } }]);
});

it.each([
  ["2025-11-25", "legacy"],
  ["2026-07-28", "modern"],
  ["both", "modern"],
] as const)("the official client finds out by itself that a server speaks %s", async (revision, era) => {
  const script = { revision, tools: [{ name: "echo" }] };
  const newClient = () => new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await using http = await startHttpServer(script);
  const overHttp = newClient();
  await overHttp.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  expect(overHttp.getProtocolEra()).toBe(era);
  await overHttp.close();
  await using stdio = await stdioServer(script);
  const { command, args, env } = stdio;
  const overStdio = newClient();
  await overStdio.connect(new StdioClientTransport({ command, args, env }));
  expect(overStdio.getProtocolEra()).toBe(era);
  await overStdio.close();
});
