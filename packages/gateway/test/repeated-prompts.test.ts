/**
 * A client that lost its connection sends its prompt again, by the same id: it runs once, and is answered once.
 */

import { calls } from "@tenon/testkit/acp";
import { openMemoryJournal } from "@tenon/journal";
import { expect, it } from "vitest";

import { recordedAnswer } from "../src/sessions/repeated-prompt.ts";
import { openGateway, type TestClient } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";

const capabilities = { _meta: { tenon: {} } };

it("a prompt that still runs answers the client that sent it again, and its echo names it", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  const first = await gateway.client({ capabilities });
  const { sessionId } = await first.newSession();
  prompt(first, sessionId, { promptId: "p1" }).catch(() => {});
  model.say("half");
  await gateway.frames(sessionId, (frame) => frame.includes("half"));
  await first.drop();
  await first.connection.closed;

  await using second = await gateway.client({ capabilities });
  const after = { tenon: { after: 0 } };
  await second.request("session/resume", { sessionId, cwd: "/", mcpServers: [], _meta: after });
  const turn = prompt(second, sessionId, { promptId: "p1", again: true });
  model.say(" and half");
  model.finish();
  await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(second.text(sessionId)).toBe("half and half");
  const echo = second.transcript.entries.find(({ text }) => text.includes("user_message_chunk"));
  expect(JSON.parse(echo?.text ?? "{}").params._meta.tenon).toMatchObject({ promptId: "p1" });
  expect(second.transcript.entries.some(calls("_tenon/session/turn_ended"))).toBe(false);
  expect(await promptsOf(gateway.journal, sessionId)).toBe(1);
});

it.each(["first", "second"])(
  "[M-01] answers the client that waits, when a network delivers the %s sending last",
  async (late) => {
    const model = spokenModel();
    await using gateway = openGateway({ model });
    await using silent = await gateway.client({ capabilities });
    const { sessionId } = await silent.newSession();
    await using client = await gateway.client({ capabilities });
    await client.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });

    const again = late === "second";
    const turn = prompt(client, sessionId, { promptId: "p1", again: true });
    model.say("half");
    await gateway.frames(sessionId, (frame) => frame.includes("half"));
    const delivered = prompt(silent, sessionId, { promptId: "p1", ...(again && { again }) });
    model.say(" and half");
    model.finish();
    await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
    await expect(delivered).resolves.toMatchObject({ stopReason: "end_turn" });
    for (const { transcript } of [client, silent])
      expect(transcript.entries.some(calls("_tenon/session/turn_ended"))).toBe(false);
    expect(await promptsOf(gateway.journal, sessionId)).toBe(1);
  },
);

it("[N-01] a prompt that was interrupted does not get the answer of a later one with the same request id", async () => {
  const journal = openMemoryJournal();
  const writer = await journal.create({ id: "s1", agent: "tenon", agentSessionId: "s1", cwd: "/" });
  const asked = (promptId: string) => ({ id: 3, method: "session/prompt", params: { _meta: { tenon: { promptId } } } });
  const append = (from: "client" | "agent", message: object) =>
    writer.append({ from, text: JSON.stringify({ jsonrpc: "2.0", ...message }) });
  await append("client", asked("p1"));
  await append("client", asked("p2"));
  await append("agent", { id: 3, result: { stopReason: "end_turn" } });
  const of = (promptId: string) => recordedAnswer(journal, { sessionId: "s1", promptId, requestId: 9 });
  expect(await of("p1")).toMatchObject({ id: 9, error: { message: expect.stringContaining("while this prompt ran") } });
  expect(await of("p2")).toMatchObject({ id: 9, result: { stopReason: "end_turn" } });
  expect(await of("p3")).toBeUndefined();
});

it("a prompt that has ended meanwhile is answered from memory, and after a restart from the journal", async () => {
  const journal = openMemoryJournal();
  const model = spokenModel();
  let sessionId: string;
  {
    await using gateway = openGateway({ model, journal });
    await using client = await gateway.client({ capabilities });
    ({ sessionId } = await client.newSession());
    const turn = prompt(client, sessionId, { promptId: "p1" });
    model.say("done");
    model.finish();
    const answer = await turn;
    await expect(prompt(client, sessionId, { promptId: "p1", again: true })).resolves.toEqual(answer);
    // The first one, delivered late by a network that was cut.
    await expect(prompt(client, sessionId, { promptId: "p1" })).resolves.toEqual(answer);
  }
  await using gateway = openGateway({ model: spokenModel(), journal });
  await using client = await gateway.client({ capabilities });
  await client.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  const repeated = prompt(client, sessionId, { promptId: "p1", again: true });
  await expect(repeated).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(await promptsOf(journal, sessionId)).toBe(1);
  await journal.close();
});

it("a prompt that never came runs when it is sent again", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using client = await gateway.client({ capabilities });
  const { sessionId } = await client.newSession();
  const turn = prompt(client, sessionId, { promptId: "lost", again: true });
  model.say("here");
  model.finish();
  await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toBe("here");
});

function prompt(client: TestClient, sessionId: string, tenon: object): Promise<unknown> {
  return client.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "go" }], _meta: { tenon } });
}

async function promptsOf(journal: Pick<ReturnType<typeof openMemoryJournal>, "records">, sessionId: string) {
  let count = 0;
  for await (const _ of journal.records(sessionId, { kinds: ["session/prompt"] })) count += 1;
  return count;
}
