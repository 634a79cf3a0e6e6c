/**
 * The gateway over several lines, seen from the editor: each message once and in order, each request answered once.
 */

import { parseMessage } from "@tenon/basis";
import { manualClock } from "@tenon/testkit";
import { frameOf } from "@tenon/proxy";
import { expect, it } from "vitest";

import { ConnectError } from "../src/index.ts";
import { createFarEnd } from "../src/far/far-end.ts";
import type { LineListeners } from "../src/line/line.ts";

it("continues in the middle of a record that has several messages", async () => {
  await using place = await openPlace();
  await place.open("s1");
  place.line.say(update("s1", 7, "a"), update("s1", 7, "b"));
  await place.lose();
  const resume = place.line.sent("session/resume");
  expect(resume?.params).toMatchObject({ sessionId: "s1", cwd: "/", _meta: { tenon: { after: 6 } } });
  place.line.say(update("s1", 7, "a"), update("s1", 7, "b"), update("s1", 7, "c"), update("s1", 8, "d"));
  expect(place.texts()).toEqual(["a", "b", "c", "d"]);
});

it("an answer to a question of an old line is never taken for one of a new line", async () => {
  await using place = await openPlace();
  await place.open("s1");
  place.line.say({ id: 0, method: "session/request_permission", params: { sessionId: "s1", options: ["first"] } });
  await place.lose();
  place.line.say({ id: 0, method: "session/request_permission", params: { sessionId: "s1", options: ["second"] } });
  const [first, second] = place.received.filter(({ method }) => method === "session/request_permission");
  expect(first?.id).not.toEqual(second?.id);
  await place.resume();
  expect(place.received.at(-1)).toMatchObject({ method: "$/cancel_request", params: { requestId: 0 } });
  place.answer(first?.id, "late");
  place.answer(second?.id, "right");
  expect(place.line.messages.filter(({ result }) => result !== undefined)).toEqual([
    { jsonrpc: "2.0", id: 0, result: "right" },
  ]);
});

it("a question that is asked again on a new line is shown once, and answered with what was answered meanwhile", async () => {
  await using place = await openPlace();
  await place.open("s1");
  const question = { id: 4, method: "session/request_permission", params: { sessionId: "s1", options: [] } };
  place.line.say(question);
  await place.lose({ meanwhile: () => place.answer(4, "yes") });
  place.line.say({ ...question, id: 9 });
  expect(place.received.filter(({ method }) => method === question.method)).toHaveLength(1);
  expect(place.line.messages).toContainEqual({ jsonrpc: "2.0", id: 9, result: "yes" });
});

it("[R10] sends again what may be repeated, and answers the rest with an error, once", async () => {
  await using place = await openPlace();
  await place.open("s1");
  place.send({ id: 10, method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
  place.send({ method: "session/cancel", params: { sessionId: "s1" } });
  place.send({ id: 11, method: "session/load", params: { sessionId: "s2", cwd: "/", mcpServers: [] } });
  place.send({ id: 12, method: "_other/thing", params: {} });
  await place.lose();
  const failed = place.received.filter(({ error }) => error !== undefined);
  expect(failed.map(({ id }) => id)).toEqual([11, 12]);
  await place.resume();
  const again = place.line.messages.slice(-2);
  expect(again).toMatchObject([
    { id: 10, method: "session/prompt", params: { _meta: { tenon: { again: true, promptId: expect.any(String) } } } },
    { method: "session/cancel", params: { sessionId: "s1" } },
  ]);
  place.line.say({ id: 11, result: {} }, { id: 10, result: { stopReason: "end_turn" } });
  expect(place.received.filter(({ id }) => id === 11)).toHaveLength(1);
  expect(place.received.at(-1)).toMatchObject({ id: 10, result: { stopReason: "end_turn" } });
});

it("waits longer with each failure, for as long as it takes, and ends when the token is refused", async () => {
  await using place = await openPlace();
  await place.open("s1");
  place.failing = new ConnectError("unreachable", "no network", { gateway: "g" });
  place.line.end();
  for (let minute = 0; minute < 60; minute += 1) await place.clock.advance(60_000);
  expect(place.opened).toBeGreaterThan(100);
  expect(place.opened).toBeLessThan(600);
  place.failing = new ConnectError("wrong_token", "the token is not accepted", { gateway: "g" });
  await place.clock.advance(60_000);
  expect((await place.far.ended).message).toBe("the token is not accepted");
});

it("[M-03] after an hour of sleep the session goes on: nothing twice, nothing lost, and the prompt answered once", async () => {
  await using place = await openPlace();
  await place.open("s1");
  place.send({ id: 10, method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
  place.line.say(update("s1", 7, "a"));
  // The lid is opened somewhere else: the old line is dead, and there is no network for another while.
  await place.clock.advance(60 * 60_000);
  place.failing = new ConnectError("unreachable", "The network is down", { gateway: "g" });
  place.line.end();
  await place.clock.advance(60_000);
  place.failing = undefined;
  await place.lose({ waitMs: 60_000 });
  place.line.say(update("s1", 7, "a"), update("s1", 8, "b"));
  await place.resume();
  const again = place.line.messages.filter(({ method }) => method === "session/prompt");
  expect(again).toMatchObject([{ id: 10, params: { _meta: { tenon: { again: true } } } }]);
  place.line.say(update("s1", 9, "c"), { id: 10, result: { stopReason: "end_turn" } });
  expect(place.texts()).toEqual(["a", "b", "c"]);
  expect(place.received.filter(({ id }) => id === 10)).toHaveLength(1);
});

it("[R163] answers a lost request with its own id, also beyond what JavaScript holds", async () => {
  await using place = await openPlace();
  await place.open("s1");
  const ids = ["9007199254740993", "9007199254740992"];
  for (const id of ids) {
    const text = `{"jsonrpc":"2.0","id":${id},"method":"_other/thing"}`;
    void place.far.send({ message: parseMessage(text), text });
  }
  await place.lose();
  const answers = place.written.filter((text) => text.includes('"error"'));
  expect(answers.map((text) => /"id":(\d+),/.exec(text)?.[1])).toEqual(ids);
});

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A line whose other end is the test. */
function testLine({ onText }: LineListeners) {
  const messages: Message[] = [];
  const ended = Promise.withResolvers<Error>();
  const end = () => ended.resolve(new Error("The connection has ended"));
  return {
    messages,
    end,
    say: (...said: readonly Message[]) =>
      said.forEach((each) => void onText(JSON.stringify({ jsonrpc: "2.0", ...each }))),
    sent: (method: string) => messages.find((message) => message.method === method),
    line: {
      send: (text: string) => void messages.push(JSON.parse(text)),
      ended: ended.promise,
      close: async () => end(),
    },
  };
}

async function openPlace() {
  const clock = manualClock();
  const received: Message[] = [];
  const written: string[] = [];
  let line!: ReturnType<typeof testLine>;
  let count = 0;
  const place = {
    failing: undefined as Error | undefined,
    opened: 0,
    get line() {
      return line;
    },
  };
  const far = createFarEnd({
    gateway: "g",
    clock,
    newId: () => `id-${(count += 1)}`,
    async open(listeners) {
      place.opened += 1;
      if (place.failing) throw place.failing;
      line = testLine(listeners);
      return line.line;
    },
    onFrame(frame) {
      received.push(frame.message as Message);
      written.push(frame.text);
      return undefined;
    },
    declare: () => [],
    onState() {},
    onWarning() {},
  });
  const send = (message: Message) => void far.send(frameOf({ jsonrpc: "2.0", ...message }));
  const settle = () => clock.advance(0);
  const reply = (method: string, result: unknown) => {
    const asked = line.messages.findLast((message) => message.method === method);
    line.say({ id: asked?.id, result });
  };
  const resume = async () => {
    reply("session/resume", { _meta: { tenon: {} } });
    await settle();
    reply("_tenon/session/detach", {});
    await settle();
  };
  await settle();
  return Object.assign(place, {
    far,
    clock,
    received,
    written,
    send,
    resume,
    async open(sessionId: string) {
      send({ id: 1, method: "initialize", params: { protocolVersion: 1 } });
      line.say({ id: 1, result: { protocolVersion: 1 } });
      send({ id: 2, method: "session/new", params: { cwd: "/", mcpServers: [] } });
      line.say({ id: 2, result: { sessionId } });
    },
    /** Until the next line asks to resume the session. */
    async lose({ meanwhile = () => {}, waitMs = 1_000 } = {}) {
      line.end();
      await settle();
      meanwhile();
      await clock.advance(waitMs);
      reply("initialize", { protocolVersion: 1 });
      await settle();
    },
    answer: (id: unknown, result: unknown) => send({ id, result }),
    texts: () => received.flatMap(({ params }) => (params?.["text"] === undefined ? [] : [params["text"]])),
    [Symbol.asyncDispose]: () => far.close(),
  });
}

function update(sessionId: string, seq: number, text: string): Message {
  return { method: "session/update", params: { sessionId, text, _meta: { tenon: { seq } } } };
}
