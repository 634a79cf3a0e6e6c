import { defineTool, defineToolset } from "@tenon/toolset";
import { expect, it } from "vitest";

import { clientInfo, scripted } from "../support/scripted.ts";

const ring = defineTool({ name: "ring", description: "rings", run: () => "rung" });
const takesTools = { capabilities: { mcpCapabilities: { http: true, acp: true } } };

it("[R112] refuses to open a session with functions at an agent that cannot call them, and names tenon wrap", async () => {
  await using run = await scripted({ sessions: [{ sessionId: "old", cwd: "/", history: [] }] });
  const refused = { code: "not_advertised", details: { capability: "mcpCapabilities.acp" } };
  const options = { cwd: "/", tools: [ring] };
  await expect(run.agent.newSession(options)).rejects.toMatchObject(refused);
  await expect(run.agent.newSession(options)).rejects.toThrow("tenon wrap");
  await expect(run.agent.loadSession("old", options)).rejects.toMatchObject(refused);
  expect(run.wire.sent("session/new")).toEqual([]);
});

it("[R121] declares functions as one server with the program's name, and a toolset as a server of its own", async () => {
  await using run = await scripted(takesTools);
  const bells = defineToolset({ name: "bells", version: "1", tools: [ring] });
  await run.agent.newSession({ cwd: "/", tools: [ring, bells] });
  const declared = (name: string) => ({ type: "acp", name, serverId: expect.stringMatching(/./) });
  expect(run.wire.sent("session/new")).toEqual([
    { cwd: "/", mcpServers: [declared(clientInfo.name), declared("bells")] },
  ]);
});

it("refuses two servers of one name, and tools of one name, before anything is sent", async () => {
  await using run = await scripted(takesTools);
  const same = defineToolset({ name: clientInfo.name, version: "1", tools: [ring] });
  await expect(run.agent.newSession({ cwd: "/", tools: [ring, same] })).rejects.toThrow('are named "test"');
  const server = { name: clientInfo.name, command: process.execPath, args: [], env: [] };
  await expect(run.agent.newSession({ cwd: "/", tools: [ring], mcpServers: [server] })).rejects.toThrow(TypeError);
  await expect(run.agent.newSession({ cwd: "/", tools: [ring, ring] })).rejects.toThrow("two definitions");
  expect(run.wire.sent("session/new")).toEqual([]);
});

const envelope = { serverId: "s", requestId: "r", method: "tools/list", params: {} };

it.each([
  ["a server that was never declared", envelope, -33_001],
  ["no server id", { ...envelope, serverId: undefined }, -32_602],
  ["params that are not an object", { ...envelope, params: [1] }, -32_602],
])("[R122] answers an mcp/message with %s with an error", async (_, params, code) => {
  const script = { ...takesTools, turns: [{ steps: [{ type: "call", method: "mcp/message", params }] }] } as const;
  await using run = await scripted(script);
  const session = await run.agent.newSession({ cwd: "/", tools: [ring] });
  await session.prompt("go");
  expect(run.wire.answers()).toContainEqual(expect.objectContaining({ code }));
});

it("[R11] does not know mcp/message without tools", async () => {
  const script = { turns: [{ steps: [{ type: "call", method: "mcp/message", params: envelope }] }] } as const;
  await using run = await scripted(script);
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("go");
  expect(run.wire.answers()).toContainEqual(expect.objectContaining({ code: -32_601 }));
});
