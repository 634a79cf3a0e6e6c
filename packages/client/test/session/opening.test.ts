import { dirname } from "node:path";

import type { McpServer } from "@agentclientprotocol/sdk";
import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { saidIn, scripted } from "../support/scripted.ts";

const commands = { sessionUpdate: "available_commands_update", availableCommands: [] } as const;

function chunk(text: string) {
  return { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } as const;
}

it("[R43, A-07] always sends `mcpServers`", async () => {
  await using run = await scripted({ sessions: [{ sessionId: "old", cwd: "/", history: [] }] });
  await run.agent.newSession({ cwd: "/" });
  await run.agent.loadSession("old", { cwd: "/" });
  expect(run.wire.sent("session/new")).toEqual([{ cwd: "/", mcpServers: [] }]);
  expect(run.wire.sent("session/load")).toEqual([{ sessionId: "old", cwd: "/", mcpServers: [] }]);
});

it("[R40, R53] refuses directories that are not absolute", async () => {
  await using run = await scripted({ capabilities: { sessionCapabilities: { additionalDirectories: {} } } });
  const refused = { code: "path_not_absolute", details: { path: "here" } };
  await expect(run.agent.newSession({ cwd: "here" })).rejects.toMatchObject(refused);
  const alsoHere = { cwd: "/", additionalDirectories: ["/tmp", "here"] };
  await expect(run.agent.newSession(alsoHere)).rejects.toMatchObject(refused);
  expect(run.wire.sent("session/new")).toEqual([]);
});

const http: McpServer = { type: "http", name: "web", url: "https://example.com/mcp", headers: [] };
const sse: McpServer = { type: "sse", name: "old", url: "https://example.com/sse", headers: [] };
const local: McpServer = { name: "local", command: process.execPath, args: ["server.js"], env: [] };

it("[R112, A-14, A-16, A-21] sends every server that the agent can take, and names those that it cannot", async () => {
  await using run = await scripted({ capabilities: { mcpCapabilities: { http: true } } });
  const session = await run.agent.newSession({ cwd: "/", mcpServers: [http, sse, local] });
  expect(run.wire.sent("session/new")).toEqual([{ cwd: "/", mcpServers: [http, local] }]);
  expect(session.refusedServers).toEqual([{ server: sse, reason: expect.stringContaining("mcpCapabilities.sse") }]);
});

it("[R112] sends servers over stdio to an agent that announced nothing about servers", async () => {
  await using run = await scripted({});
  const session = await run.agent.newSession({ cwd: "/", mcpServers: [http, sse, local] });
  expect(run.wire.sent("session/new")).toEqual([{ cwd: "/", mcpServers: [local] }]);
  expect(session.refusedServers.map(({ server }) => server.name)).toEqual(["web", "old"]);
});

it("[R111] finds the commands of servers on the agent's PATH, because they have to be absolute", async () => {
  await using run = await scripted({}, {});
  const found: McpServer = { name: "found", command: "node", args: [], env: [] };
  const lost: McpServer = { name: "lost", command: "no-such-server", args: [], env: [] };
  const session = await run.agent.newSession({ cwd: dirname(process.execPath), mcpServers: [found, lost] });
  const [request] = run.wire.sent("session/new");
  expect(request).toMatchObject({ mcpServers: [{ name: "found", command: expect.stringMatching(/^\/.*\/node$/) }] });
  expect(session.refusedServers).toEqual([{ server: lost, reason: expect.stringContaining('"no-such-server"') }]);
});

it("[R45, I-05] keeps what the agent says of a session before it has answered `session/new`", async () => {
  const updatesBefore = [commands, chunk("early "), { sessionUpdate: "_vendor", secret: 1 }];
  await using run = await scripted({ newSession: { updatesBefore, updatesAfter: [chunk("late")] } });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await session.prompt("!");
  expect(saidIn(events)).toBe("early late!");
  const updates = events.flatMap((event) => (event.type === "update" ? [event.update] : []));
  expect(updates.slice(0, 3)).toEqual(updatesBefore);
});

it("[R45] two sessions that are opened at once receive only their own updates", async () => {
  await using run = await scripted({ newSession: { updatesBefore: [chunk("early")] }, turns: [{ steps: [] }] });
  const said = await Promise.all(
    [1, 2].map(async () => {
      const events: TimelineEvent[] = [];
      const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
      await session.prompt("hi");
      return saidIn(events);
    }),
  );
  expect(said).toEqual(["early", "early"]);
});

it("[R44] refuses a session without an id of its own", async () => {
  await using none = await scripted({ answers: { "session/new": { result: null } } });
  await expect(none.agent.newSession({ cwd: "/" })).rejects.toMatchObject({ code: "agent_bad_answer" });
  await using same = await scripted({ answers: { "session/new": { result: { sessionId: "same" } } } });
  await same.agent.newSession({ cwd: "/" });
  await expect(same.agent.newSession({ cwd: "/" })).rejects.toMatchObject({ code: "agent_bad_answer" });
});

it("[R47, E-01, E-07] a session that is loaded replays its history before it is there", async () => {
  const history = [
    { sessionUpdate: "user_message_chunk", content: { type: "text", text: "hello" } },
    chunk("good day"),
    { sessionUpdate: "_vendor/mark" },
  ] as const;
  await using run = await scripted({ sessions: [{ sessionId: "old", cwd: "/", history }] });
  const events: TimelineEvent[] = [];
  const onEvent = async (event: TimelineEvent) => {
    await new Promise((resolve) => setImmediate(resolve));
    events.push(event);
  };
  const session = await run.agent.loadSession("old", { cwd: "/", onEvent });
  const replayed = events.flatMap((event) => (event.type === "update" && event.isReplay ? [event.update] : []));
  expect(replayed).toEqual(history);
  await session.prompt(" again");
  expect(saidIn(events)).toBe("good day again");
});

it("does not open a session twice, and can open it again when it was closed or could not be opened", async () => {
  await using run = await scripted({ sessions: [{ sessionId: "old", cwd: "/", history: [] }] });
  const session = await run.agent.loadSession("old", { cwd: "/" });
  await expect(run.agent.loadSession("old", { cwd: "/" })).rejects.toMatchObject({ code: "session_open" });
  await session.close();
  await session.close();
  await expect(session.prompt("hi")).rejects.toMatchObject({ code: "session_closed" });
  await run.agent.loadSession("old", { cwd: "/" });
  const missing = { code: "session_not_found" };
  await expect(run.agent.loadSession("no", { cwd: "/" })).rejects.toMatchObject(missing);
  await expect(run.agent.loadSession("no", { cwd: "/" })).rejects.toMatchObject(missing);
});

it("of two that open a session at once, the second is refused, and the first has all of it", async () => {
  await using run = await scripted({ sessions: [{ sessionId: "old", cwd: "/", history: [] }] });
  const [first, second] = await Promise.allSettled(
    [1, 2].map(async () => await run.agent.loadSession("old", { cwd: "/" })),
  );
  expect(first).toMatchObject({ status: "fulfilled" });
  expect(second).toMatchObject({ status: "rejected", reason: { code: "session_open" } });
});
