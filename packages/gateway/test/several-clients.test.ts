/**
 * Several clients on one session: all see the same, any may act, and no action runs twice.
 */

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { allow, calls, everyClientCapability, hesitate, reject } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { openGateway, type TestClient } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";

it("[M-02] all see the same updates in the same order, and what the others ask", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using desk = await gateway.client({ name: "desk" });
  await using phone = await gateway.client({ name: "phone" });
  const { sessionId } = await desk.newSession();
  await phone.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  const turn = desk.prompt(sessionId, [
    { type: "text", text: "one " },
    { type: "text", text: "and two" },
  ]);
  for (const word of ["a", "b", "c"]) model.say(word);
  model.finish();
  await turn;
  await untilText(phone, sessionId, "abc");
  expect(users(phone, sessionId)).toBe("one and two");
  // What it sent itself, it knows.
  expect(users(desk, sessionId)).toBe("");
  const [there, here] = [phone, desk].map((client) => client.updates(sessionId).filter(isSaid));
  expect(there).toEqual(here);
});

it("[M-02] any of them may cancel a turn that another began", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using desk = await gateway.client();
  await using phone = await gateway.client();
  const { sessionId } = await desk.newSession();
  await phone.request("session/resume", { sessionId, cwd: "/" });
  const turn = desk.prompt(sessionId, "go on for ever");
  model.say("on and ");
  await untilText(phone, sessionId, "on and ");
  await phone.cancel(sessionId);
  await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
});

it("[M-04] the first answer to a permission counts, and the others see whose it was", async () => {
  await using gateway = openGateway({ scripts: { other: asking } });
  await using desk = await gateway.client({
    agent: "other",
    name: "desk",
    answers: { "session/request_permission": hesitate },
  });
  await using phone = await gateway.client({ agent: "other", name: "phone" });
  const { sessionId } = await desk.newSession();
  await phone.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  const turn = desk.prompt(sessionId, "go");
  // The phone has no answer to it at all; that does not speak for the desk.
  await desk.transcript.when(calls("session/request_permission"));
  await using tablet = await gateway.client({
    agent: "other",
    name: "tablet",
    answers: { "session/request_permission": allow },
  });
  await tablet.request("session/resume", { sessionId, cwd: "/" });
  await turn;
  expect(desk.text(sessionId)).toContain("allowed");
  const { text } = await desk.transcript.when(calls("$/cancel_request"));
  const asked = await desk.transcript.when(calls("session/request_permission"));
  expect(JSON.parse(text).params).toEqual({
    requestId: JSON.parse(asked.text).id,
    _meta: { tenon: { answeredBy: "scripted-client (tablet)", outcome: { outcome: "selected", optionId: "allow" } } },
  });
  // The late answer of the other one changes nothing.
  await desk.cancel(sessionId);
  await desk.prompt(sessionId, "again").catch(() => {});
  const frames = await gateway.frames(sessionId, (frame) => frame.includes("caughtUp"));
  const answered = frames.find((frame) => frame.includes("permission-answered"));
  expect(answered).toContain('"answeredBy":"scripted-client (tablet)"');
  expect(answered).toContain('"optionId":"allow"');
});

it("[M-04] who answered stands in the journal of our own agent's session too", async () => {
  await using gateway = openGateway({ model: writesOnce() });
  await using client = await gateway.client({ name: "desk", answers: { "session/request_permission": reject } });
  const { sessionId } = await client.newSession({ cwd: "/tmp" });
  await client.prompt(sessionId, "write");
  const frames = await gateway.frames(sessionId, (frame) => frame.includes("caughtUp"));
  expect(frames.find((frame) => frame.includes("permission-answered"))).toContain(
    '"answeredBy":"scripted-client (desk)"',
  );
});

it("[I-01] prompts of several clients queue in the order in which they came", async () => {
  await using gateway = openGateway({
    scripts: { other: { turns: [{ steps: [{ type: "ask", title: "?", otherwise: [] }, { type: "echo" }] }] } },
  });
  const gate = Promise.withResolvers<void>();
  const answers = {
    "session/request_permission": async () => {
      await gate.promise;
      return { outcome: { outcome: "cancelled" as const } };
    },
  };
  await using desk = await gateway.client({ agent: "other", answers });
  await using phone = await gateway.client({ agent: "other", answers });
  await using tablet = await gateway.client({ agent: "other", answers });
  const { sessionId } = await desk.newSession();
  for (const client of [phone, tablet]) await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  const first = desk.prompt(sessionId, "first ");
  await phone.transcript.when(calls("session/request_permission"));
  const second = phone.prompt(sessionId, "second ");
  // It has been taken when the next message of the same client has been.
  await phone.request("session/list", {});
  const third = tablet.prompt(sessionId, "third ");
  await tablet.request("session/list", {});
  await tablet.cancel(sessionId);
  // A cancelled turn says so, also if it never began; the others' go on.
  await expect(third).resolves.toEqual({ stopReason: "cancelled" });
  gate.resolve();
  await expect(first).resolves.toBeDefined();
  await expect(second).resolves.toEqual({ stopReason: "end_turn" });
  expect(desk.text(sessionId)).toContain("second ");
  expect(desk.text(sessionId)).not.toContain("third");
  expect(users(desk, sessionId)).toBe("second ");
});

it("one client closes the session for all, and the others hear of it", async () => {
  await using gateway = openGateway();
  await using desk = await gateway.client({ name: "desk" });
  await using phone = await gateway.client({ name: "phone" });
  const { sessionId } = await desk.newSession();
  await phone.request("session/resume", { sessionId, cwd: "/" });
  await desk.request("session/close", { sessionId });
  const { text } = await phone.transcript.when(calls("_tenon/session/closed"));
  expect(JSON.parse(text).params).toEqual({ sessionId, reason: "Closed by scripted-client (desk)" });
  await expect(phone.prompt(sessionId, "hi")).rejects.toMatchObject({ code: -32002 });
  expect(await gateway.gateway.sessions.get(sessionId)).toMatchObject({ isLive: false, attached: 0 });
  await expect(phone.request("session/load", { sessionId, cwd: "/", mcpServers: [] })).resolves.toBeDefined();
});

it("detaching ends what a client is sent, and nothing else", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using desk = await gateway.client();
  await using phone = await gateway.client();
  const { sessionId } = await desk.newSession();
  await phone.request("_tenon/session/attach", { sessionId });
  await phone.request("_tenon/session/detach", { sessionId });
  const turn = desk.prompt(sessionId, "go");
  model.say("unheard");
  model.finish();
  await turn;
  expect(phone.updates(sessionId)).toEqual([]);
  await expect(phone.prompt(sessionId, "hi")).rejects.toMatchObject({ code: -32002 });
});

it("[R94] files and terminals are asked of a client that has them; without one the agent gets an error", async () => {
  await using gateway = openGateway({
    scripts: {
      other: {
        turns: [{ steps: [{ type: "call", method: "fs/read_text_file", params: { path: "/x" } }] }],
      },
    },
  });
  const answers = { "fs/read_text_file": () => ({ content: "the file" }) };
  const desk = await gateway.client({ agent: "other", capabilities: everyClientCapability, answers });
  await using phone = await gateway.client({ agent: "other" });
  const { sessionId } = await desk.newSession();
  await phone.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  await phone.prompt(sessionId, "read");
  expect(phone.text(sessionId)).toContain("the file");
  await desk.drop();
  await desk.connection.closed;
  await phone.prompt(sessionId, "read");
  expect(phone.text(sessionId)).toContain("no connected client supports this method");
});

it("[J] a client that joins sees the mode and the commands that are, not those that were", async () => {
  const modes = {
    currentModeId: "ask",
    availableModes: [
      { id: "ask", name: "Ask" },
      { id: "code", name: "Code" },
    ],
  };
  const commands = {
    sessionUpdate: "available_commands_update",
    availableCommands: [{ name: "plan", description: "Plan" }],
  };
  await using gateway = openGateway({
    scripts: {
      other: { newSession: { modes, updatesAfter: [commands] }, answers: { "session/set_mode": { result: {} } } },
    },
  });
  await using desk = await gateway.client({ agent: "other" });
  const { sessionId } = await desk.newSession();
  await desk.request("session/set_mode", { sessionId, modeId: "code" });
  await desk.transcript.when(() => desk.updates(sessionId).length > 0);
  await using phone = await gateway.client({ agent: "other" });
  const loaded = await phone.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  expect(loaded.modes).toMatchObject({ currentModeId: "code" });
  // The next client can choose.
  expect(gateway.gateway.agents.find(({ name }) => name === "other")?.modes).toMatchObject(modes.availableModes);
  await phone.transcript.when(() => phone.updates(sessionId).length > 0);
  expect(phone.updates(sessionId)).toEqual([commands]);
});

it("[R150] [R151] updates that a client did not say it knows are not for it", async () => {
  const notice = { sessionUpdate: "notice", severity: "info", title: "Careful" };
  await using gateway = openGateway({
    scripts: { other: { turns: [{ steps: [{ type: "update", update: notice }] }] } },
  });
  await using desk = await gateway.client({ agent: "other", capabilities: everyClientCapability });
  await using phone = await gateway.client({ agent: "other" });
  const { sessionId } = await desk.newSession();
  await phone.request("session/resume", { sessionId, cwd: "/" });
  await phone.prompt(sessionId, "go");
  await desk.transcript.when(() => desk.updates(sessionId).some(({ sessionUpdate }) => sessionUpdate === "notice"));
  expect(phone.updates(sessionId)).toEqual([]);
});

it("a client that answers a permission with what was not offered does not speak for the others", async () => {
  for (const answer of [{}, { outcome: { outcome: "selected", optionId: "none of these" } }, { outcome: "yes" }]) {
    await using gateway = openGateway({ scripts: { other: asking } });
    await using odd = await gateway.client({
      agent: "other",
      answers: { "session/request_permission": () => answer },
    });
    const held = Promise.withResolvers<void>();
    await using good = await gateway.client({
      agent: "other",
      answers: {
        async "session/request_permission"(...asked) {
          await held.promise;
          return await allow(...asked);
        },
      },
    });
    const { sessionId } = await odd.newSession();
    await good.request("session/resume", { sessionId, cwd: "/" });
    const turn = odd.prompt(sessionId, "go");
    await odd.transcript.when(
      ({ from, text }) => from === "client" && text.includes('"result"') && !text.includes("method"),
    );
    held.resolve();
    await turn;
    expect(odd.text(sessionId)).toBe("allowed");
  }
});

it("[I-05] [R45] an agent may speak of a session before it has sent its id", async () => {
  const early = { sessionUpdate: "available_commands_update", availableCommands: [] };
  await using gateway = openGateway({ scripts: { other: { newSession: { updatesBefore: [early] } } } });
  await using client = await gateway.client({ agent: "other" });
  const { sessionId } = await client.newSession();
  expect(client.updates(sessionId)).toEqual([early]);
  await client.prompt(sessionId, "still here");
  expect(client.text(sessionId)).toBe("still here");
});

const asking = {
  turns: [
    {
      steps: [
        { type: "ask" as const, title: "May I?", picked: { allow: [{ type: "say" as const, text: "allowed" }] } },
      ],
    },
  ],
};

function writesOnce() {
  const model = spokenModel();
  let isDone = false;
  return {
    ...model,
    async *answer() {
      const call = {
        type: "tool-call" as const,
        id: "c1",
        name: "write_file",
        args: { path: "/tmp/never-written", content: "x" },
      };
      if (!isDone) yield call;
      const parts = isDone ? [{ type: "text" as const, text: "done" }] : [call];
      const reason = isDone ? ("stop" as const) : ("tool-calls" as const);
      isDone = true;
      yield { type: "finish" as const, reason, message: { role: "assistant" as const, parts } };
    },
  };
}

function isSaid({ sessionUpdate }: SessionUpdate): boolean {
  return sessionUpdate !== "user_message_chunk";
}

async function untilText(client: TestClient, sessionId: string, text: string): Promise<void> {
  await client.transcript.when(() => client.text(sessionId).endsWith(text));
}

function users(client: TestClient, sessionId: string): string {
  return client
    .updates(sessionId)
    .map((update) =>
      update.sessionUpdate === "user_message_chunk" && update.content.type === "text" ? update.content.text : "",
    )
    .join("");
}
