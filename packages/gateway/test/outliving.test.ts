/**
 * Sessions outlive connections: who comes back finds everything, once and in order.
 */

import { openMemoryJournal } from "@tenon/journal";
import { manualClock, seededRandom } from "@tenon/testkit";
import { allow, calls, neverAnswer } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { forAgent, openGateway, type TestClient } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";

it("[M-02] a turn runs on without clients, and all of it is there for one that comes back", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  const first = await gateway.client();
  const { sessionId } = await first.newSession();
  void first.prompt(sessionId, "tell me");
  model.say("once ");
  await untilText(first, sessionId, "once ");
  await first.drop();
  await first.connection.closed;
  model.say("upon ");
  await gateway.frames(sessionId, (frame) => frame.includes("upon "));

  await using second = await gateway.client();
  await second.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  expect(second.text(sessionId)).toBe("once upon ");
  model.say("a time");
  await untilText(second, sessionId, "once upon a time");
  model.finish();
  await gateway.frames(sessionId, (frame) => frame.includes('"state":"idle"'));
  expect(userText(second, sessionId)).toBe("tell me");
});

it("[R47] [R48] [R165] [M-03] [M-08] loses nothing and doubles nothing, wherever the connection is cut", async () => {
  for (let seed = 1; seed <= 12; seed += 1) await cutSomewhere(seededRandom(seed));
});

async function cutSomewhere(random: () => number) {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  const words = Array.from({ length: 60 }, (_, index) => `${index};`);
  const first = await gateway.client({ name: "first" });
  const { sessionId } = await first.newSession();
  void first.prompt(sessionId, "count");
  const cuts = new Set(Array.from({ length: 3 }, () => Math.floor(random() * words.length)));
  let client: TestClient = first;
  for (const [index, word] of words.entries()) {
    model.say(word);
    if (!cuts.has(index)) continue;
    // Sometimes in the middle of what is on its way, sometimes after it, sometimes before.
    if (random() < 0.5) await untilText(client, sessionId, word);
    const leaving = client.drop();
    if (random() < 0.5) await leaving;
    client = await gateway.client({ name: `after ${word}` });
    const loading = client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    if (random() < 0.5) await loading;
  }
  model.finish();
  await untilText(client, sessionId, words.at(-1) ?? "");
  expect(client.text(sessionId)).toBe(words.join(""));
  expect(userText(client, sessionId)).toBe("count");
  await client.drop();
}

it("[M-03] [I-15] resumes from the place of the last message that was seen, with exactly what is missing", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  const capabilities = { _meta: { tenon: {} } };
  const first = await gateway.client({ capabilities });
  const { sessionId } = await first.newSession();
  void first.prompt(sessionId, "count");
  for (const word of ["a", "b", "c"]) model.say(word);
  await untilText(first, sessionId, "abc");
  const seqs = first.transcript.entries
    .filter(calls("session/update"))
    .map(({ text }) => JSON.parse(text).params._meta.tenon.seq);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
  await first.drop();
  await first.connection.closed;
  for (const word of ["d", "e"]) model.say(word);

  await using second = await gateway.client({ capabilities });
  const attached = second.request("_tenon/session/attach", { sessionId, after: seqs.at(-1) });
  model.say("f");
  await attached;
  await untilText(second, sessionId, "def");
  model.finish();
  expect(second.text(sessionId)).toBe("def");
  await expect(second.request("_tenon/session/attach", { sessionId: "unknown" })).rejects.toMatchObject({
    code: -32002,
  });
});

it("[M-01] a permission outlives the connection that it was asked on, waits for who comes, and is answered once", async () => {
  await using gateway = openGateway({ scripts: { other: asking } });
  const first = await gateway.client({ agent: "other", answers: { "session/request_permission": neverAnswer } });
  const { sessionId } = await first.newSession();
  void first.prompt(sessionId, "go");
  await gateway.frames(sessionId, (frame) => frame.includes('"state":"waiting"'));
  await first.drop();
  await first.connection.closed;
  await using second = await gateway.client({
    agent: "other",
    name: "phone",
    answers: { "session/request_permission": allow },
  });
  await second.request("session/resume", { sessionId, cwd: "/" });
  const frames = await gateway.frames(sessionId, (frame) => frame.includes('"stopReason"'));
  expect(frames.filter((frame) => frame.includes('"optionId":"allow"') && frame.includes("result"))).toHaveLength(1);
  expect(frames.find((frame) => frame.includes("permission-answered"))).toContain(
    '"answeredBy":"scripted-client (phone)"',
  );
  expect(second.text(sessionId)).toContain("allowed");
});

it("[M-01] a permission without an answer is rejected when its time is up, with an option that was offered", async () => {
  const clock = manualClock();
  await using gateway = openGateway({ clock, limits: { questionMs: 60_000 }, scripts: { other: asking } });
  const client = await gateway.client({ agent: "other", answers: { "session/request_permission": neverAnswer } });
  const { sessionId } = await client.newSession();
  void client.prompt(sessionId, "go");
  await gateway.frames(sessionId, (frame) => frame.includes('"state":"waiting"'));
  await clock.advance(120_000);
  expect(await gateway.gateway.sessions.get(sessionId)).toMatchObject({ state: "waiting", attached: 1 });
  await client.drop();
  await client.connection.closed;
  await clock.advance(59_000);
  expect(await gateway.gateway.sessions.get(sessionId)).toMatchObject({ state: "waiting", attached: 0 });
  await clock.advance(2_000);
  const frames = await gateway.frames(sessionId, (frame) => frame.includes('"stopReason"'));
  expect(frames.find((frame) => frame.includes("permission-answered"))).toContain('"optionId":"reject"');
  expect(frames.find((frame) => frame.includes("permission-answered"))).toContain('"answeredBy":"tenon"');
});

it("[M-01] a page that was forgotten does not keep a permission waiting for ever", async () => {
  const clock = manualClock();
  const limits = { questionMs: 60_000, askedMs: 3_600_000 };
  await using gateway = openGateway({ clock, limits, scripts: { other: asking } });
  await using client = await gateway.client({ agent: "other", answers: { "session/request_permission": neverAnswer } });
  const { sessionId } = await client.newSession();
  const turn = client.prompt(sessionId, "go");
  await client.transcript.when(calls("session/request_permission"));
  await clock.advance(3_599_000);
  expect(await gateway.gateway.sessions.get(sessionId)).toMatchObject({ state: "waiting", attached: 1 });
  await clock.advance(2_000);
  await expect(turn).resolves.toBeDefined();
  const frames = await gateway.frames(sessionId, (frame) => frame.includes('"stopReason"'));
  expect(frames.find((frame) => frame.includes("permission-answered"))).toContain('"answeredBy":"tenon"');
});

it("[E-01] [N-04] opens a recorded session again in its agent, from the journal", async () => {
  const journal = openMemoryJournal();
  const history = [
    { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "what the agent remembers" } },
  ];
  const scripts = { other: { sessions: [{ sessionId: "session-1", cwd: "/", history }] } };
  const ids: string[] = [];
  {
    await using gateway = openGateway({ journal, scripts });
    await using client = await gateway.client();
    for (const meta of [{}, forAgent("other")]) {
      const { sessionId } = await client.newSession(meta);
      await client.prompt(sessionId, "hello there");
      ids.push(sessionId);
    }
  }
  await using gateway = openGateway({ journal, scripts });
  await using client = await gateway.client();
  const { sessions } = await client.request("session/list", {});
  expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual(ids.toSorted());
  for (const sessionId of ids) {
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    expect(userText(client, sessionId)).toBe("hello there");
    const before = client.text(sessionId);
    expect(before).not.toContain("remembers");
    expect(before).not.toBe("");
    await client.prompt(sessionId, "and again");
    expect(client.text(sessionId).length).toBeGreaterThan(before.length);
  }
  await client.drop();
  await gateway[Symbol.asyncDispose]();
  await journal.close();
});

it("[E-08] [R52] an unknown session, and one of another folder, are refused in the protocol's words", async () => {
  await using gateway = openGateway();
  await using client = await gateway.client();
  const unknown = { sessionId: "unknown", cwd: "/", mcpServers: [] };
  for (const method of ["session/load", "session/resume"]) {
    await expect(client.request(method, unknown)).rejects.toMatchObject({
      code: -32002,
      data: { sessionId: "unknown" },
    });
  }
  await expect(client.prompt("unknown", "hi")).rejects.toMatchObject({ code: -32002 });
  await client.cancel("unknown");
  const { sessionId } = await client.newSession();
  await expect(client.request("session/load", { ...unknown, sessionId, cwd: "/tmp" })).rejects.toMatchObject({
    code: -32602,
  });
});

it("[R51] a session that no other client uses is opened anew for a client that brings other servers", async () => {
  await using gateway = openGateway();
  const first = await gateway.client();
  const { sessionId } = await first.newSession();
  await first.prompt(sessionId, "hello");
  await first.drop();
  await using second = await gateway.client();
  const opened = () => gateway.frames(sessionId, (frame) => frame.includes('"caughtUp"'));
  const count = (frames: readonly string[]) =>
    frames.filter((frame) => frame.includes('"method":"session/resume"')).length;
  await second.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  expect(count(await opened())).toBe(0);
  const mcpServers = [{ name: "gone", command: "/no/such/server", args: [], env: [] }];
  await second.request("session/resume", { sessionId, cwd: "/", mcpServers });
  expect(count(await opened())).toBe(1);
});

const asking = {
  turns: [
    {
      steps: [
        {
          type: "ask" as const,
          title: "May I?",
          picked: {
            allow: [{ type: "say" as const, text: "allowed" }],
            reject: [{ type: "say" as const, text: "rejected" }],
          },
        },
      ],
    },
  ],
};

async function untilText(client: TestClient, sessionId: string, text: string): Promise<void> {
  await client.transcript.when(() => client.text(sessionId).endsWith(text));
}

function userText(client: TestClient, sessionId: string): string {
  return client
    .updates(sessionId)
    .map((update) =>
      update.sessionUpdate === "user_message_chunk" && update.content.type === "text" ? update.content.text : "",
    )
    .join("");
}
