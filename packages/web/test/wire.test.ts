import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

import { describe, expect, it } from "vitest";

import { openSessionList } from "../src/page/session-list.ts";
import { openAcpClient } from "../src/wire/acp-client.ts";
import { type FeedRecord, openFeed } from "../src/wire/feed.ts";
import { openLiveSocket } from "../src/wire/live-socket.ts";
import { createQuestions } from "../src/wire/questions.ts";
import { readSessionView } from "../src/wire/session-view.ts";
import { type FakeGateway, startFakeGateway } from "./support/fake-gateway.ts";

describe("The feed", () => {
  it("delivers each record once and in order, however often the connection breaks", async () => {
    await using gateway = await startFakeGateway();
    const session = gateway.add({ id: "a/b" });
    const records: FeedRecord[] = [];
    const reached = async (seq: number) => {
      await expect.poll(() => records.at(-1)?.seq, { timeout: 20_000 }).toBe(seq);
    };
    const feed = openFeed({ url: socketUrl(gateway, "/feed/a%2Fb"), onRecord: (record) => records.push(record) });
    for (let round = 1; round <= 3; round += 1) {
      for (let index = 0; index < 50; index += 1) session.update({ sessionUpdate: "x", round, index });
      await reached(round * 50);
      gateway.drop();
    }
    session.update({ sessionUpdate: "last" });
    await reached(151);
    feed.close();
    expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: 151 }, (_, index) => index + 1));
  });

  it("starts after the given record, and reports when it has caught up", async () => {
    await using gateway = await startFakeGateway();
    const session = gateway.add({ id: "s" });
    for (let index = 0; index < 5; index += 1) session.update({ sessionUpdate: "x" });
    const seen: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const feed = openFeed({
      url: socketUrl(gateway, "/feed/s"),
      after: 3,
      onRecord: ({ seq }) => seen.push(seq),
      onCaughtUp: resolve,
    });
    await promise;
    feed.close();
    expect(seen).toEqual([4, 5]);
  });
});

describe("The list of sessions", () => {
  it("finds sessions older than the loaded ones, and does not ask when all are loaded", async () => {
    await using gateway = await startFakeGateway();
    const view = readSessionView({ id: "old", title: "Long ago" });
    const asked: object[] = [];
    let last: string | undefined = "more";
    const list = openSessionList({
      url: socketUrl(gateway, "/feed"),
      api: {
        async sessions(query) {
          asked.push(query);
          return { sessions: query.title !== undefined && view ? [view] : [], nextCursor: last };
        },
      },
    });
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(20);
    await list.find("ago");
    expect(Object.keys(list.store.getState().byId)).toEqual(["old"]);
    last = undefined;
    gateway.drop();
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(22);
    await expect.poll(() => Object.keys(list.store.getState().byId)).toEqual([]);
    await list.find("ago");
    expect(asked).toHaveLength(22);
    list.close();
  });
});

describe("A line that is dead", () => {
  it("[M-07] is given up after a long silence, and the records continue where they were", async () => {
    await using gateway = await startFakeGateway();
    const session = gateway.add({ id: "s" });
    session.update({ sessionUpdate: "x" });
    const seen: number[] = [];
    let connections = 0;
    const feed = openFeed({
      url: socketUrl(gateway, "/feed/s"),
      silenceMs: 100,
      onRecord: ({ seq }) => seen.push(seq),
      onCaughtUp: () => void (connections += 1),
    });
    await expect.poll(() => connections, { timeout: 20_000 }).toBeGreaterThan(2);
    session.update({ sessionUpdate: "y" });
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(2);
    feed.close();
    expect(seen).toEqual([1, 2]);
  });

  it("[M-07] rejects its requests, and is replaced", async () => {
    await using gateway = await startFakeGateway();
    const { client, until } = connect(gateway);
    await until("ready");
    const lost = client.request("session/list", {});
    client.restart();
    await expect(lost).rejects.toMatchObject({ code: "connection_lost" });
    await until("lost");
    await until("ready");
    client.close();
  });
});

describe("A line that never opens", () => {
  it("is given up after the connect timeout, and tried again", async () => {
    const attempts: Socket[] = [];
    // Takes connections, and never answers.
    await using server = createServer((attempt) => attempts.push(attempt)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const losses: object[] = [];
    const socket = openLiveSocket({
      url: () => new URL(`ws://127.0.0.1:${port}/acp`),
      connectMs: 50,
      onMessage() {},
      onLost: (loss) => losses.push(loss),
    });
    await expect.poll(() => attempts.length, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(losses[0]).toEqual({ wasOpen: false });
    expect(socket.isOpen).toBe(false);
    socket.close();
    for (const attempt of attempts) attempt.destroy();
  });
});

describe("The ACP connection", () => {
  it("initializes first, and again after each reconnect", async () => {
    await using gateway = await startFakeGateway();
    const { client, events, until } = connect(gateway);
    await until("ready");
    await client.request("session/list", {});
    gateway.drop();
    await until("lost");
    await until("ready");
    client.close();
    expect(gateway.acp.received.map(({ method }) => method)).toEqual(["initialize", "session/list", "initialize"]);
    expect(events.slice(0, 3)).toEqual(["ready", "lost", "ready"]);
  });

  it("rejects requests in flight when the connection is lost, and new ones without a connection", async () => {
    await using gateway = await startFakeGateway();
    gateway.add({ id: "s" });
    gateway.acp.onPrompt = () => {
      gateway.isDown = true;
      gateway.drop();
      return "end_turn";
    };
    const { client, until } = connect(gateway);
    await until("ready");
    await expect(client.request("session/prompt", { sessionId: "s", prompt: [] })).rejects.toMatchObject({
      code: "connection_lost",
      details: { call: "session/prompt" },
    });
    await expect(client.request("session/list", {})).rejects.toMatchObject({ code: "offline" });
    client.close();
  });

  it("passes on the reason of a refusal", async () => {
    await using gateway = await startFakeGateway();
    const { client, until } = connect(gateway);
    await until("ready");
    await expect(client.request("session/prompt", { sessionId: "nobody" })).rejects.toMatchObject({
      code: "refused",
      message: "There is no such session",
      details: { status: -32_002 },
    });
    client.close();
  });

  it("keeps requests until they are answered or withdrawn, and refuses unknown methods", async () => {
    await using gateway = await startFakeGateway();
    const questions = createQuestions({ methods: new Set(["session/request_permission"]) });
    const { client, until } = connect(gateway, questions);
    await until("ready");
    const answered = gateway.acp.ask("session/request_permission", { sessionId: "s" });
    await expect.poll(() => questions.store.getState().open.length).toBe(1);
    const [question] = questions.store.getState().open;
    question?.answer({ outcome: { outcome: "cancelled" } });
    question?.answer({ outcome: { outcome: "selected", optionId: "late" } });
    expect(await answered).toEqual({ outcome: { outcome: "cancelled" } });
    expect(questions.store.getState().open).toEqual([]);
    // Refused: no result.
    expect(await gateway.acp.ask("fs/read_text_file", { sessionId: "s" })).toBeUndefined();
    void gateway.acp.ask("session/request_permission", { sessionId: "s" });
    await expect.poll(() => questions.store.getState().open.length).toBe(1);
    gateway.acp.withdraw();
    await expect.poll(() => questions.store.getState().open.length).toBe(0);
    client.close();
  });
});

function connect(gateway: FakeGateway, questions = createQuestions({ methods: new Set() })) {
  const events: string[] = [];
  let read = 0;
  const client = openAcpClient({
    url: () => socketUrl(gateway, "/acp"),
    initialize: { protocolVersion: 1 },
    onReady: () => events.push("ready"),
    onLost: () => events.push("lost"),
    onRequest: questions.add,
    onCancelled: questions.cancel,
    onNotification() {},
  });
  const until = async (event: string) => {
    await expect.poll(() => events.length, { timeout: 20_000 }).toBeGreaterThan(read);
    read += 1;
    expect(events[read - 1]).toBe(event);
  };
  return { client, events, until };
}

function socketUrl(gateway: FakeGateway, path: string): URL {
  return new URL(path, gateway.url.replace("http", "ws"));
}
