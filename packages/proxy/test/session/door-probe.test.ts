import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { createDoorMemory } from "../../src/agents/door-memory.ts";
import { givenServer, openWrapped, type Wrapped, type WrappedOptions } from "./open-wrapped.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tenon-doors-"));
});
// What was found out is written behind the session.
afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));

const capabilities = { session: { notices: {} }, _meta: { tenon: {} } };
const agentInfo = { name: "someone-new", version: "1.0" };
const takesHttp = { agentInfo, capabilities: { mcpCapabilities: { http: true } } };

function open(options: WrappedOptions): Promise<Wrapped> {
  return openWrapped({ capabilities, doorMemory: createDoorMemory(join(folder, "agents.json")), ...options });
}

/** One session with a server and a turn: what the agent was offered, and what the user was told. */
async function session({ client, givenToAgent }: Wrapped, entry: Awaited<ReturnType<typeof givenServer>>["entry"]) {
  const sessions = givenToAgent("session/new").length;
  const listed = () => client.transcript.entries.filter(({ text }) => text.includes('"state":"listed"')).length;
  const { sessionId } = await client.newSession({ mcpServers: [entry] });
  await client.transcript.when(() => listed() > sessions);
  await client.prompt(sessionId, "go");
  const [given] = Object(givenToAgent("session/new").at(-1)?.["mcpServers"]);
  const told = client.updates(sessionId).filter((update) => update.sessionUpdate === "notice");
  return { door: "url" in given ? "http" : "stdio", told: JSON.stringify(told) };
}

it("an unknown agent that does not come by one door is offered the other in its next session, and the user gets a notice", async () => {
  await using a = await givenServer("a", { tools: [{ name: "echo" }] });
  await using wrapped = await open({ script: takesHttp });
  await wrapped.client.initialize();
  expect((await session(wrapped, a.entry)).door).toBe("stdio");
  await wrapped.client.transcript.when(({ text }) => text.includes("The next session offers it over http"));
  const second = await session(wrapped, a.entry);
  expect(second.door).toBe("http");
  expect(second.told).not.toContain("next session");
});

it("a door by which it came is offered first from then on, also in another process", async () => {
  await using a = await givenServer("a", { tools: [{ name: "echo" }] });
  const memory = createDoorMemory(join(folder, "agents.json"));
  memory.remember("someone-new 1.0", "stdio", false);
  await using wrapped = await open({ doorMemory: memory, script: { ...takesHttp, connectsAtOnce: true } });
  await wrapped.client.initialize();
  const { door, told } = await session(wrapped, a.entry);
  expect([door, told]).toEqual(["http", "[]"]);
  await until(() => createDoorMemory(join(folder, "agents.json")).recall("someone-new 1.0").http === true);
  memory.remember("someone-new 1.0", "http", false);
  expect(memory.recall("someone-new 1.0")).toEqual({ stdio: false, http: true });
});

it("a memory that is damaged is as one that is empty", async () => {
  await writeFile(join(folder, "agents.json"), '{"a 1": {"http": "yes"}, "b 1": 5');
  expect(createDoorMemory(join(folder, "agents.json")).recall("a 1")).toEqual({});
});

/** The file is written behind the session. */
async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { timeout: 10_000 }).toBe(true);
}
