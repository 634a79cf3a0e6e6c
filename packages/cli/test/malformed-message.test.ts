/**
 * What is no JSON-RPC message is refused without being repeated: it may hold the secrets of a server.
 */

import { once } from "node:events";

import { spawnedClient } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { journalFolder } from "./journal-folder.ts";
import { startServe } from "./served/served-gateway.ts";
import { ProgramWebSocket } from "./served/web-socket.ts";
import { noConfiguration, tenon } from "./tenon.ts";

const SECRET = "hunter2-correct-horse";
const env = [{ name: "API_KEY", value: SECRET }];
const params = { cwd: "/", mcpServers: [{ name: "a", command: "a", args: [], env }] };
const malformed = [
  { id: 5, method: "session/new", params },
  { method: "session/new", params },
  { jsonrpc: "2.0", id: { of: "mine" }, method: "session/new", params },
  { jsonrpc: "2.0", params },
  SECRET,
].map((message) => JSON.stringify(message));
const initialize = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}';
const list = '{"jsonrpc":"2.0","id":9,"method":"session/list","params":{}}';

it("tenon agent refuses a malformed message and does not repeat it", async () => {
  await using client = await spawnedClient({
    command: process.execPath,
    args: [tenon, "agent", "--model", "rehearsal"],
    env: noConfiguration,
  });
  await client.initialize();
  for (const message of malformed) await client.write(`${message}\n`);
  await client.request("session/list", {});
  const refusals = client.transcript.messages("agent").filter((message) => "error" in message);
  expect(refusals).toHaveLength(malformed.length);
  expect(refusals[0]).toMatchObject({ id: 5, error: { code: -32600, message: "The message is not JSON-RPC 2.0" } });
  expect(JSON.stringify(refusals)).not.toContain(SECRET);
});

it("tenon serve refuses a malformed message and does not repeat it, before initialize and after", async () => {
  await using data = await journalFolder();
  await using gateway = await startServe({ data: data.folder, flags: ["--model", "rehearsal"], environment: {} });
  const socket = new ProgramWebSocket(`ws://${gateway.address}/acp`, [], { headers: gateway.headers });
  const received: string[] = [];
  const isAnswered = new Promise<void>((resolve) => {
    socket.addEventListener("message", ({ data: message }) => {
      received.push(String(message));
      if (String(message).includes('"id":9')) resolve();
    });
  });
  await once(socket, "open");
  for (const message of [malformed[0], malformed[4], initialize, ...malformed, list]) socket.send(message ?? "");
  await isAnswered;
  socket.close();
  expect(received.filter((message) => message.includes("-32600")).length).toBeGreaterThan(2);
  expect(received.join("\n")).not.toContain(SECRET);
  gateway.kill("SIGTERM");
  await gateway.ended;
  expect(gateway.stderr()).not.toContain(SECRET);
});

it("tenon serve does not repeat a malformed message over HTTP", async () => {
  await using data = await journalFolder();
  await using gateway = await startServe({ data: data.folder, flags: ["--model", "rehearsal"], environment: {} });
  const url = `http://${gateway.address}/acp`;
  const headers = { ...gateway.headers, "Content-Type": "application/json" };
  const opened = await fetch(url, { method: "POST", headers, body: initialize });
  const connected = { ...headers, "Acp-Connection-Id": opened.headers.get("Acp-Connection-Id") ?? "" };
  const listening = new AbortController();
  const events = await fetch(url, { headers: { ...connected, Accept: "text/event-stream" }, signal: listening.signal });
  let received = "";
  for (const body of [...malformed, list]) {
    received += await (await fetch(url, { method: "POST", headers: connected, body })).text();
  }
  const decoder = new TextDecoder();
  for await (const chunk of events.body ?? []) {
    received += decoder.decode(chunk, { stream: true });
    if (received.includes('"id":9')) break;
  }
  listening.abort();
  expect(received).toContain("-32600");
  expect(received).not.toContain(SECRET);
});
