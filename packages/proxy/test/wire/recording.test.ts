import { JournalError } from "@tenon/journal";
import { objectOf } from "@tenon/basis";
import { expect, it } from "vitest";

import { type Joined, openJoined, readMessages, send } from "./joined.ts";

it("a message is in the journal before it goes on, in the order in which it came", async () => {
  const joined = openJoined();
  const { client, agent, journal } = joined;
  await openSession(joined);
  send(client.writes, prompt(2));
  await readMessages(agent.reads, 1);
  expect((await journal.read("session-1")).at(-1)?.text).toContain("session/prompt");
  send(agent.writes, says("one"), says("two"), { id: 2, result: { stopReason: "end_turn" } });
  await readMessages(client.reads, 3);
  expect((await journal.read("session-1")).slice(-3).map(({ kind }) => kind)).toEqual([
    "agent_message_chunk",
    "agent_message_chunk",
    "response",
  ]);
});

it("a secret is in what passes and not in the record", async () => {
  const joined = openJoined();
  const { client, agent, journal } = joined;
  const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;
  send(client.writes, { id: 1, method: "session/new", params: { cwd: "/", mcpServers: [], token } });
  expect(JSON.stringify(await readMessages(agent.reads, 1))).toContain(token);
  send(agent.writes, { id: 1, result: { sessionId: "s1" } });
  await readMessages(client.reads, 1);
  const text = JSON.stringify(await journal.read("session-1"));
  expect(text).toContain("session/new");
  expect(text).not.toContain(token);
});

it("what cannot be recorded does not go on: its request gets an error, and its turn is cancelled and fails", async () => {
  let isFull = false;
  const joined = openJoined({
    beforeRecord() {
      if (isFull) throw new JournalError("disk_full", "The disk is full");
    },
  });
  const { client, agent, warnings } = joined;
  await openSession(joined);
  send(client.writes, prompt(2));
  await readMessages(agent.reads, 1);
  isFull = true;
  send(agent.writes, says("lost"));
  expect(await readMessages(agent.reads, 1)).toEqual([
    { jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "s1" } },
  ]);
  isFull = false;
  send(agent.writes, { id: 2, result: { stopReason: "cancelled" } });
  const problem = "The disk is full. Free some disk space, then try again.";
  const message = `${problem} To go on without a record, start with --no-journal.`;
  expect(await readMessages(client.reads, 1)).toMatchObject([{ id: 2, error: { message } }]);
  isFull = true;
  send(client.writes, prompt(3));
  expect(await readMessages(client.reads, 1)).toMatchObject([{ id: 3, error: { message } }]);
  expect(new Set(warnings)).toEqual(new Set([problem]));
});

it("a session that is loaded again continues in the record that it has", async () => {
  const first = openJoined();
  await openSession(first);
  send(first.client.writes, prompt(2));
  await readMessages(first.agent.reads, 1);
  send(first.agent.writes, says("before"), { id: 2, result: { stopReason: "end_turn" } });
  await readMessages(first.client.reads, 2);
  first.client.writes.end();
  await first.end;

  const { client, agent, journal } = openJoined({ journal: first.journal });
  send(client.writes, { id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/", mcpServers: [] } });
  await readMessages(agent.reads, 1);
  send(agent.writes, says("before"), { id: 1, result: {} });
  await readMessages(client.reads, 2);
  send(client.writes, prompt(2));
  await readMessages(agent.reads, 1);
  send(agent.writes, says("after"));
  await readMessages(client.reads, 1);
  const { sessions } = await journal.sessions({});
  expect(sessions).toMatchObject([{ id: "session-1", agent: "test", agentSessionId: "s1" }]);
  const chunks = (await journal.read("session-1")).filter(({ kind }) => kind === "agent_message_chunk");
  expect(chunks.map(({ text }) => objectOf(JSON.parse(text))["params"])).toMatchObject([
    { update: { content: { text: "before" } } },
    { update: { content: { text: "after" } } },
  ]);
});

async function openSession({ client, agent }: Joined): Promise<void> {
  send(client.writes, { id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } });
  await readMessages(agent.reads, 1);
  send(agent.writes, { id: 1, result: { sessionId: "s1" } });
  await readMessages(client.reads, 1);
}

function prompt(id: number): object {
  return { id, method: "session/prompt", params: { sessionId: "s1", prompt: [{ type: "text", text: "hi" }] } };
}

function says(text: string): object {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  return { method: "session/update", params: { sessionId: "s1", update } };
}
