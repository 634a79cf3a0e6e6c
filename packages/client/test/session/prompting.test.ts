import type { ContentBlock } from "@agentclientprotocol/sdk";
import { connectAgent } from "@tenon/client";
import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { clientInfo, program, recording, saidIn, scripted } from "../support/scripted.ts";

it("[R67, I-02, I-12] resolves when a slow listener has taken every update, in order, one at a time", async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `${index} `);
  await using run = await scripted({ turns: [{ steps: [{ type: "say", text: texts }] }] });
  const events: TimelineEvent[] = [];
  let running = 0;
  let most = 0;
  const session = await run.agent.newSession({
    cwd: "/",
    async onEvent(event) {
      most = Math.max(most, (running += 1));
      // Later ones would be quicker.
      for (let wait = 0; wait < 50 - events.length; wait += 10) await new Promise((resolve) => setImmediate(resolve));
      events.push(event);
      running -= 1;
    },
  });
  await session.prompt("count");
  expect(events.map(({ type }) => type)).toEqual(["prompt", ...texts.map(() => "update"), "turn-end"]);
  expect(saidIn(events)).toBe(texts.join(""));
  expect(most).toBe(1);
});

it("[B-09, B-11] takes ten thousand chunks at a slow listener's pace", async () => {
  const texts = Array.from({ length: 10_000 }, () => "x");
  await using run = await scripted({ turns: [{ steps: [{ type: "say", text: texts }] }] });
  let said = 0;
  const session = await run.agent.newSession({
    cwd: "/",
    async onEvent(event) {
      said += saidIn([event]).length;
      if (said % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    },
  });
  await session.prompt("go");
  expect(said).toBe(10_000);
});

it("reports nothing that is not recorded", async () => {
  const recorded: string[] = [];
  const wire = recording();
  const record = async ({ from, text }: { readonly from: "client" | "agent"; readonly text: string }) => {
    wire.record({ from, text });
    await new Promise((resolve) => setImmediate(resolve));
    recorded.push(text);
  };
  const turns = [{ steps: [{ type: "say", text: ["a", "b", "c"] }] }] as const;
  await using agent = await connectAgent(program({ turns }), { clientInfo, record });
  const early: string[] = [];
  const session = await agent.newSession({
    cwd: "/",
    onEvent(event) {
      if (event.type === "update" && !recorded.some((text) => text.includes(JSON.stringify(event.update)))) {
        early.push(JSON.stringify(event.update));
      }
    },
  });
  await session.prompt("go");
  expect(early).toEqual([]);
  expect(recorded).toEqual(wire.texts.map(({ text }) => text));
});

it("[R159, R161, Y-02, Y-07] keeps updates it does not know, and fields it does not know", async () => {
  const unknown = { sessionUpdate: "hologram", depth: { x: [1, null] }, _meta: { a: 1 } };
  const known = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" }, sparkle: true };
  const odd = { sessionUpdate: "tool_call", toolCallId: "t", title: "T", kind: "levitate", status: "hovering" };
  const updates = [unknown, known, odd];
  await using run = await scripted({ turns: [{ steps: updates.map((update) => ({ type: "update", update })) }] });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await expect(session.prompt("hi")).resolves.toEqual({ stopReason: "end_turn" });
  expect(events.flatMap((event) => (event.type === "update" ? [event.update] : []))).toEqual(updates);
});

it.each([
  ["an unknown stop reason", { stopReason: "error", _meta: { a: 1 } }, { stopReason: "error", _meta: { a: 1 } }],
  ["no stop reason", {}, { stopReason: "end_turn" }],
  ["null", null, { stopReason: "end_turn" }],
])("[R49, R160, Y-13] takes %s for an answer", async (_, result, expected) => {
  await using run = await scripted({ answers: { "session/prompt": { result } } });
  const session = await run.agent.newSession({ cwd: "/" });
  await expect(session.prompt("hi")).resolves.toEqual(expected);
});

it("[I-07] fails a prompt that the agent failed, and the next is its own", async () => {
  const failing = { type: "fail", error: { code: -32603, message: "model overloaded" } } as const;
  await using run = await scripted({ turns: [{ steps: [failing] }, { steps: [{ type: "echo" }] }] });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await expect(session.prompt("one")).rejects.toMatchObject({
    code: "agent_refused",
    message: expect.stringContaining("model overloaded"),
  });
  await session.prompt("two");
  expect(saidIn(events)).toBe("two");
});

it("[I-01] a second prompt while a turn is running is refused, not lost", async () => {
  await using run = await scripted({ turns: [{ steps: [{ type: "wait-for-cancel" }] }] });
  const session = await run.agent.newSession({ cwd: "/" });
  const first = session.prompt("one");
  await expect(session.prompt("two")).rejects.toMatchObject({ code: "turn_running" });
  await session.cancel();
  await expect(first).resolves.toEqual({ stopReason: "cancelled" });
});

it("[I-13, R61] sessions prompt at the same time, each with its own events", async () => {
  await using run = await scripted({});
  const said = await Promise.all(
    ["left", "right"].map(async (text) => {
      const events: TimelineEvent[] = [];
      const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
      await session.prompt(text);
      return saidIn(events);
    }),
  );
  expect(said).toEqual(["left", "right"]);
});

it("[I-02, E-05, E-07] takes updates that come after the answer, and between turns", async () => {
  const late = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "late " } } as const;
  await using run = await scripted({
    turns: [{ steps: [], updatesAfter: [late] }, { steps: [{ type: "say", text: "next" }] }],
  });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await session.prompt("one");
  await session.prompt("two");
  expect(saidIn(events)).toBe("late next");
});

it("a listener that fails is heard, and still called", async () => {
  await using run = await scripted({ turns: [{ steps: [{ type: "say", text: ["a", "b"] }] }] });
  const failure = new Error("no room on the screen");
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({
    cwd: "/",
    onEvent(event) {
      events.push(event);
      if (saidIn([event]) === "a") throw failure;
    },
  });
  await expect(session.prompt("hi")).rejects.toMatchObject({ code: "listener_failed", cause: failure });
  expect(saidIn(events)).toBe("ab");
});

const image: ContentBlock = { type: "image", data: "aGk=", mimeType: "image/png" };
const audio: ContentBlock = { type: "audio", data: "aGk=", mimeType: "audio/wav" };
const text: ContentBlock = { type: "text", text: "look" };
const link: ContentBlock = { type: "resource_link", uri: "file:///a%20b.ts#L9:15", name: "b.ts" };
const embedded: ContentBlock = { type: "resource", resource: { uri: "file:///notes.txt", text: "be brief" } };
const binary: ContentBlock = {
  type: "resource",
  resource: { uri: "file:///doc/plan.pdf", blob: "aGk=", mimeType: "application/pdf" },
};

it("[R64, X-02] sends the content that the agent takes, as it is", async () => {
  const promptCapabilities = { image: true, audio: true, embeddedContext: true };
  await using run = await scripted({ capabilities: { promptCapabilities } });
  const session = await run.agent.newSession({ cwd: "/" });
  const content = [image, audio, text, link, embedded, binary];
  await session.prompt(content);
  expect(run.wire.sent("session/prompt")).toEqual([{ sessionId: session.id, prompt: content }]);
});

it("[R64, X-01, X-05, X-06] sends text or a link for what the agent does not take, and never less", async () => {
  await using run = await scripted({});
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt([text, link, embedded, binary]);
  const stand = { type: "resource_link", uri: "file:///doc/plan.pdf", name: "plan.pdf", mimeType: "application/pdf" };
  const prompt = [text, link, { type: "text", text: "file:///notes.txt:\n\nbe brief" }, stand];
  expect(run.wire.sent("session/prompt")).toEqual([{ sessionId: session.id, prompt }]);
});

it.each([image, audio])("[R64] refuses $type where the agent does not take it, and says so", async (block) => {
  await using run = await scripted({});
  const session = await run.agent.newSession({ cwd: "/" });
  await expect(session.prompt([text, block])).rejects.toMatchObject({
    code: "not_advertised",
    details: { capability: `promptCapabilities.${block.type}` },
  });
  expect(run.wire.sent("session/prompt")).toEqual([]);
});
