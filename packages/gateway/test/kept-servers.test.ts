/**
 * A session keeps its servers when another client continues it.
 */

import { everyClientCapability } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { openGateway, type TestClient, type TestGateway } from "./support/open-gateway.ts";

const PLAIN = { name: "plain", command: "/nonexistent/plain", args: [], env: [] };
const OTHER = { name: "other", command: "/nonexistent/other", args: [], env: [] };
const SECRET = { ...PLAIN, name: "secret", env: [{ name: "API_KEY", value: "4f8s0-a-key-for-no-eyes" }] };
const KEPT = { _meta: { tenon: { servers: "kept" } } };

it("[A-03] a client that joins an open session without knowing its servers does not take them away", async () => {
  await using gateway = openGateway();
  const desk = await gateway.client();
  const { sessionId } = await desk.newSession({ mcpServers: [PLAIN] });
  await desk.drop();
  await desk.connection.closed;
  await using phone = await gateway.client();
  await phone.request("session/resume", { sessionId, cwd: "/", ...KEPT });
  expect(await servers(phone, sessionId)).toEqual(["plain"]);
  expect(await openings(gateway, sessionId)).toEqual(["session/new"]);
});

it("[A-03] a session that was closed is opened again with the servers that it had at the end", async () => {
  await using gateway = openGateway();
  await using desk = await gateway.client();
  const { sessionId } = await desk.newSession({ mcpServers: [PLAIN] });
  await desk.request("_tenon/servers/attach", { sessionId, server: OTHER });
  await desk.request("_tenon/servers/detach", { sessionId, server: "plain" });
  await using phone = await gateway.client();
  for (const _ of ["once", "and once more"]) {
    await desk.request("session/close", { sessionId });
    await desk.request("session/resume", { sessionId, cwd: "/", ...KEPT });
    await phone.request("session/resume", { sessionId, cwd: "/", ...KEPT });
    expect(await servers(phone, sessionId)).toEqual(["other"]);
  }
});

it("[A-03] a server whose secrets are not recorded is named in a notice, unless the client knows it", async () => {
  await using gateway = openGateway();
  await using desk = await gateway.client({ capabilities: everyClientCapability });
  const { sessionId } = await desk.newSession({ mcpServers: [PLAIN, SECRET] });
  await desk.request("session/close", { sessionId });
  await desk.request("session/resume", { sessionId, cwd: "/", ...KEPT });
  expect(await servers(desk, sessionId)).toEqual(["plain"]);
  const told = await gateway.frames(sessionId, (frame) => frame.includes("secret: not connected"));
  expect(told.join()).not.toContain("4f8s0");
  expect(desk.updates(sessionId)).toContainEqual(expect.objectContaining({ title: "secret: not connected" }));

  // It is not forgotten: a client with its key can bring it back.
  await desk.request("session/close", { sessionId });
  await desk.request("session/resume", { sessionId, cwd: "/", mcpServers: [SECRET, OTHER], ...KEPT });
  expect(await servers(desk, sessionId)).toEqual(["plain", "secret"]);
});

it("[H4] an imported session starts no program that its file names, and its mode does not count", async () => {
  await using from = openGateway();
  await using author = await from.client();
  const { sessionId } = await author.newSession({ mcpServers: [PLAIN] });
  await author.request("session/set_mode", { sessionId, modeId: "code" });
  await author.request("session/close", { sessionId });
  const lines = await Array.fromAsync(from.journal.export(sessionId));

  await using gateway = openGateway();
  await gateway.journal.import(lines);
  await using client = await gateway.client();
  const opened = await client.request<{ readonly modes: { readonly currentModeId: string } }>("session/resume", {
    sessionId,
    cwd: "/",
    ...KEPT,
  });
  expect(opened.modes.currentModeId).toBe("ask");
  expect(await servers(client, sessionId)).toEqual([]);
  await gateway.frames(sessionId, (frame) => frame.includes("plain: not started"));

  // What is attached here is kept as always.
  await client.request("_tenon/servers/attach", { sessionId, server: OTHER });
  await client.request("session/close", { sessionId });
  await client.request("session/resume", { sessionId, cwd: "/", ...KEPT });
  expect(await servers(client, sessionId)).toEqual(["other"]);
});

async function servers(client: TestClient, sessionId: string): Promise<readonly string[]> {
  const { servers } = await client.request<{ readonly servers: readonly { readonly server: string }[] }>(
    "_tenon/receipts",
    { sessionId },
  );
  return servers.map(({ server }) => server).toSorted();
}

/** How the session was opened, each time. */
async function openings(gateway: TestGateway, sessionId: string): Promise<readonly string[]> {
  const records = await gateway.journal.read(sessionId, { from: ["client"] });
  const methods = records.map(({ text }): string => JSON.parse(text).method);
  return methods.filter((method) => /^session\/(new|load|resume)$/.test(method));
}
