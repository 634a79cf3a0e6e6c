/**
 * A stream whose messages are recorded before they go on.
 */

import { linkedPair } from "@tenon/testkit";
import { describe, expect, it, vi } from "vitest";

import { JournalError } from "../src/index.ts";
import { recordedStream } from "../src/stream/index.ts";

interface Message {
  readonly n?: number;
  readonly jsonrpc?: "2.0";
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly isBad?: boolean;
}

const NOT_JSON = { value: 1n };

describe("a recorded stream", () => {
  it("delivers each message when it has been recorded, in order, both ways", async () => {
    const { test, near, far } = setUp();
    const sent = near.writable.getWriter().write({ n: 1 });
    const given = far.writable.getWriter();
    void given.write({ n: 2 });
    void given.write({ n: 3 });
    await test.asked(3);
    expect(test.log.toSorted()).toEqual(["read 2", "read 3", "write 1"]);

    const incoming = near.readable.getReader();
    const arriving = incoming.read();
    test.allow("read 3");
    test.allow("write 1");
    expect((await far.readable.getReader().read()).value).toEqual({ n: 1 });
    await sent;
    test.allow("read 2");
    expect((await arriving).value).toEqual({ n: 2 });
    expect((await incoming.read()).value).toEqual({ n: 3 });
  });

  it("delivers what is read at once before it is recorded, in its order, and what it leads to when both are", async () => {
    const { test, near, far } = setUp({ isReadAtOnce: ({ method }) => method === undefined });
    const given = far.writable.getWriter();
    void given.write({ n: 1, id: 1, result: {} });
    const incoming = near.readable.getReader();
    expect((await incoming.read()).value).toMatchObject({ n: 1 });
    void near.writable.getWriter().write({ n: 2, method: "session/update" });
    const told = far.readable.getReader().read();
    await test.asked(2);
    expect(test.log).toEqual(["read 1", "write 2"]);
    test.allow("write 2");
    test.allow("read 1");
    expect((await told).value).toMatchObject({ n: 2 });

    void given.write({ n: 3, id: 7, method: "session/prompt" });
    void given.write({ n: 4, id: 2, result: {} });
    const prompted = incoming.read();
    await test.asked(4);
    test.allow("read 3");
    expect((await prompted).value).toMatchObject({ n: 3 });
    test.allow("read 4");
    expect((await incoming.read()).value).toMatchObject({ n: 4 });
  });

  it("delivers MCP over ACP and its answers before what waits, also if it cannot be recorded", async () => {
    const { test, near, far } = setUp();
    test.failOn(4, new JournalError("disk_full", "No disk space left for the journal: /j"));
    const [writer, given] = [near.writable.getWriter(), far.writable.getWriter()];
    void writer.write({ n: 1, method: "session/update" });
    void writer.write({ n: 2, id: 7, method: "mcp/message" });
    const outgoing = far.readable.getReader();
    expect((await outgoing.read()).value).toMatchObject({ n: 2 });
    void given.write({ n: 3, id: 8, method: "session/prompt" });
    void given.write({ n: 4, id: 7, result: { result: {} } });
    const incoming = near.readable.getReader();
    expect((await incoming.read()).value).toMatchObject({ n: 4 });
    test.allowAll();
    expect((await outgoing.read()).value).toMatchObject({ n: 1 });
    expect((await incoming.read()).value).toMatchObject({ n: 3 });
    await vi.waitFor(() => expect(test.failures).toHaveLength(1), { timeout: 30_000 });
  });

  it("[H7] passes on nothing that could not be recorded, says why, and records the next", async () => {
    const { test, near, far } = setUp();
    test.failOn(1, new JournalError("disk_full", "No disk space left for the journal: /j"));
    test.allowAll();
    const incoming = near.readable.getReader();
    void far.writable.getWriter().write({ n: 0, id: 1, method: "session/prompt", params: { sessionId: "s" } });
    await incoming.read();
    const writer = near.writable.getWriter();
    void writer.write({ n: 1, method: "session/update", params: { sessionId: "s" } });
    void writer.write({ n: 1, id: 7, result: {} });
    void writer.write({ n: 1, id: 8, method: "fs/read_text_file" });
    void writer.write({ n: 2 });
    const message = "No disk space left for the journal: /j. Free some disk space, then try again.";
    const reader = far.readable.getReader();
    expect((await reader.read()).value).toEqual({ jsonrpc: "2.0", id: 7, error: { code: -32603, message } });
    expect((await reader.read()).value).toEqual({ n: 2 });
    expect((await incoming.read()).value).toMatchObject({ id: 8, error: { message } });
    expect(test.failures).toHaveLength(3);
    expect(test.losses).toEqual(["s"]);
  });

  it("[H7] lets through what stops work, recorded or not", async () => {
    const { test, near, far } = setUp();
    test.failOn(1, new Error("full"));
    test.allowAll();
    const asked = far.writable.getWriter();
    const reader = near.readable.getReader();
    const stops = [
      { n: 1, method: "session/cancel" },
      { n: 1, method: "$/cancel_request" },
      { n: 1, id: 1, method: "session/close" },
    ];
    for (const stop of stops) {
      void asked.write(stop);
      expect((await reader.read()).value).toEqual(stop);
    }
    void near.writable.getWriter().write({ n: 1, id: 1, result: {} });
    expect((await far.readable.getReader().read()).value).toEqual({ n: 1, id: 1, result: {} });
  });

  it("[H7] fails the turn that has lost a message, and not the next one", async () => {
    const { test, near, far } = setUp();
    test.failOn(1, new Error("full"));
    test.allowAll();
    const [asks, answers] = [far.writable.getWriter(), near.writable.getWriter()];
    const [asked, answered] = [near.readable.getReader(), far.readable.getReader()];
    for (const [id, lost] of [
      [1, 1],
      [2, 0],
    ] as const) {
      void asks.write({ n: 2, id, method: "session/prompt", params: { sessionId: "s" } });
      await asked.read();
      void answers.write({ n: lost, method: "session/update", params: { sessionId: "s" } });
      void answers.write({ n: 3, id, result: {} });
    }
    expect((await answered.read()).value).toMatchObject({ id: 1, error: { message: "full" } });
    expect((await answered.read()).value).toMatchObject({ method: "session/update" });
    expect((await answered.read()).value).toMatchObject({ id: 2, result: {} });
  });

  it("[H7] fails the answer to the turn, and not the client's answer to a request of the agent with the same id", async () => {
    const { test, near, far } = setUp();
    test.failOn(1, new Error("full"));
    test.allowAll();
    const [client, agent] = [far.writable.getWriter(), near.writable.getWriter()];
    const [toAgent, toClient] = [near.readable.getReader(), far.readable.getReader()];
    void client.write({ n: 2, id: 2, method: "session/prompt", params: { sessionId: "s" } });
    await toAgent.read();
    void agent.write({ n: 2, id: 2, method: "session/request_permission", params: { sessionId: "s" } });
    await toClient.read();
    void agent.write({ n: 1, method: "session/update", params: { sessionId: "s" } });
    await agent.write({ n: 2, method: "session/update", params: { sessionId: "s" } });
    await toClient.read();
    const allowed = { n: 2, id: 2, result: { outcome: { outcome: "selected", optionId: "allow" } } };
    void client.write(allowed);
    expect((await toAgent.read()).value).toEqual(allowed);
    void agent.write({ n: 2, id: 2, result: { stopReason: "end_turn" } });
    expect((await toClient.read()).value).toMatchObject({ id: 2, error: { message: "full" } });
  });

  it("[H7] lets through the answer to session/close, and not that of the client to a request with the same id", async () => {
    const { test, near, far } = setUp();
    test.failOn(1, new Error("full"));
    test.allowAll();
    const [client, agent] = [far.writable.getWriter(), near.writable.getWriter()];
    const [toAgent, toClient] = [near.readable.getReader(), far.readable.getReader()];
    void agent.write({ n: 2, id: 1, method: "fs/read_text_file" });
    await toClient.read();
    void client.write({ n: 1, id: 1, method: "session/close" });
    await toAgent.read();
    void client.write({ n: 1, id: 1, result: { content: "" } });
    expect((await toAgent.read()).value).toMatchObject({ id: 1, error: { message: "full" } });
    void agent.write({ n: 1, id: 1, result: {} });
    expect((await toClient.read()).value).toEqual({ n: 1, id: 1, result: {} });
  });

  it("[H7] stops no work for a turn whose answer could not be recorded", async () => {
    const { test, near, far } = setUp();
    test.failOn(1, new Error("full"));
    test.allowAll();
    const agent = near.writable.getWriter();
    const toClient = far.readable.getReader();
    void far.writable.getWriter().write({ n: 2, id: 1, method: "session/prompt", params: { sessionId: "s" } });
    await near.readable.getReader().read();
    void agent.write({ n: 1, id: 1, result: {} });
    await toClient.read();
    void agent.write({ n: 1, method: "session/update", params: { sessionId: "s" } });
    void agent.write({ n: 2 });
    await toClient.read();
    expect(test.losses).toEqual([]);
  });

  it("hands on where each message is recorded, by the message itself", async () => {
    const { test, near, far } = setUp();
    test.allowAll();
    void near.writable.getWriter().write({ n: 1 });
    const { value } = await far.readable.getReader().read();
    expect(test.places.get(value ?? {})).toEqual({ seq: 1, size: '{"n":1}'.length });
  });

  it("stops reading when too many wait for their record", async () => {
    const { test, near, far } = setUp();
    void near.readable.pipeTo(new WritableStream());
    const writer = far.writable.getWriter();
    const writes = Array.from({ length: 1_000 }, (_, n) => writer.write({ n }));
    await test.asked(256);
    await new Promise(setImmediate);
    expect(test.log.length).toBeLessThan(300);
    test.allowAll();
    await Promise.all(writes);
  });

  it("records what is written together, and lets a message go only when it is recorded and those before it are gone", async () => {
    const { test, near, far } = setUp();
    const writer = near.writable.getWriter();
    for (const n of [1, 2, 3]) void writer.write({ n });
    await test.asked(3);
    const reader = far.readable.getReader();
    const first = reader.read();
    test.allow("write 3");
    test.allow("write 2");
    test.allow("write 1");
    expect([(await first).value, (await reader.read()).value, (await reader.read()).value]).toEqual([
      { n: 1 },
      { n: 2 },
      { n: 3 },
    ]);
  });

  it("takes no more to write when too many wait for their record", async () => {
    const { test, near } = setUp();
    const writer = near.writable.getWriter();
    const writes = Array.from({ length: 1_000 }, (_, n) => writer.write({ n }));
    await test.asked(256);
    await new Promise(setImmediate);
    expect(test.log.length).toBeLessThan(300);
    for (const write of writes) write.catch(() => {});
  });

  it("repeats what is in the record already, without recording it, in its place among what is written", async () => {
    const { test, near, far } = setUp();
    const writer = near.writable.getWriter();
    void writer.write({ n: 1 });
    await test.asked(1);
    const repeated = near.repeat({ n: 2 });
    const reader = far.readable.getReader();
    test.allow("write 1");
    expect([(await reader.read()).value, (await reader.read()).value]).toEqual([{ n: 1 }, { n: 2 }]);
    await repeated;
    expect(test.log).toEqual(["write 1"]);
  });

  it("rejects the next write when the reader has gone", async () => {
    const { test, near, far } = setUp();
    test.allowAll();
    await far.readable.cancel(new Error("gone"));
    const writer = near.writable.getWriter();
    void writer.write({ n: 1 }).catch(() => {});
    await expect(writer.closed).rejects.toThrow();
    await expect(writer.write({ n: 2 })).rejects.toThrow();
  });

  it("[C3] answers a request that cannot be written, fails an answer that cannot be, and carries what comes after", async () => {
    const { test, near, far } = setUp();
    test.allowAll();
    const writer = near.writable.getWriter();
    void writer.write({ id: 1, result: NOT_JSON });
    void writer.write({ method: "told", params: NOT_JSON });
    void writer.write({ id: 2, method: "asked", params: NOT_JSON });
    void writer.write({ n: 1 });
    const reader = far.readable.getReader();
    const error = { code: -32603, message: expect.stringContaining("cannot be written as JSON") };
    expect((await reader.read()).value).toEqual({ jsonrpc: "2.0", id: 1, error });
    expect((await reader.read()).value).toEqual({ n: 1 });
    expect((await near.readable.getReader().read()).value).toEqual({
      jsonrpc: "2.0",
      id: 2,
      error: { ...error, code: -32600 },
    });
    expect(test.refused).toHaveLength(3);
  });

  it("[C3] does not pass on what must not be read, and keeps reading", async () => {
    const { test, near, far } = setUp({ problemOf: ({ isBad }) => (isBad ? { message: "It is bad" } : undefined) });
    test.allowAll();
    const writer = far.writable.getWriter();
    void writer.write({ id: 1, method: "asked", isBad: true });
    void writer.write({ method: "told", isBad: true });
    void writer.write({ id: 7, result: {}, isBad: true });
    void writer.write({ n: 1 });
    const reader = near.readable.getReader();
    expect((await reader.read()).value).toMatchObject({ id: 7, error: { code: -32603, message: "It is bad" } });
    expect((await reader.read()).value).toEqual({ n: 1 });
    const answer = (await far.readable.getReader().read()).value;
    expect(answer).toMatchObject({ id: 1, error: { code: -32600, message: "It is bad" } });
    expect(test.refused).toEqual(["It is bad", "It is bad", "It is bad"]);
  });

  it("[C3] takes a record that throws for one that fails", async () => {
    const { test, near, far } = setUp();
    test.throwOn(1);
    test.allowAll();
    const writer = near.writable.getWriter();
    void writer.write({ n: 1 });
    void writer.write({ n: 2 });
    expect((await far.readable.getReader().read()).value).toEqual({ n: 2 });
    expect(test.failures).toEqual([new Error("thrown")]);
  });

  it("ends when the peer does, after everything has been delivered", async () => {
    const { test, near, far } = setUp();
    const writer = far.writable.getWriter();
    void writer.write({ n: 1 });
    void writer.close();
    await test.asked(1);
    const reader = near.readable.getReader();
    const first = reader.read();
    test.allowAll();
    expect((await first).value).toEqual({ n: 1 });
    expect((await reader.read()).done).toBe(true);
  });
});

function setUp(
  options: {
    readonly problemOf?: (message: Message) => { readonly message: string } | undefined;
    readonly isReadAtOnce?: (message: Message) => boolean;
  } = {},
) {
  const pair = linkedPair<Message>();
  const waiting = new Map<string, PromiseWithResolvers<number>>();
  const log: string[] = [];
  const failures: unknown[] = [];
  const refused: string[] = [];
  const losses: string[] = [];
  const places = new WeakMap<object, unknown>();
  let thrownOn: number | undefined;
  let failing: { readonly n: number; readonly error: Error } | undefined;
  let isOpen = false;
  let heard = () => {};
  const record =
    (way: string) =>
    ({ text }: { readonly text: string }) => {
      const { n } = JSON.parse(text) as Message;
      if (n === thrownOn && n !== undefined) throw new Error("thrown");
      const name = `${way} ${n}`;
      log.push(name);
      heard();
      if (n === failing?.n && failing) return Promise.reject(failing.error);
      if (isOpen) return Promise.resolve(log.length);
      const answer = Promise.withResolvers<number>();
      waiting.set(name, answer);
      return answer.promise;
    };
  const near = recordedStream(pair.left, {
    onRead: record("read"),
    onWrite: record("write"),
    onFailure: (error) => failures.push(error),
    onRefused: (problem) => refused.push(problem),
    onLoss: (sessionId) => losses.push(sessionId),
    ...(!options.isReadAtOnce && { onRecorded: (message, place) => void places.set(message, place) }),
    ...options,
  });
  const test = {
    log,
    failures,
    refused,
    losses,
    places,
    failOn: (n: number, error: Error) => (failing = { n, error }),
    throwOn: (n: number) => (thrownOn = n),
    async asked(times: number) {
      while (log.length < times) await new Promise<void>((resolve) => (heard = resolve));
    },
    allow: (name: string) => waiting.get(name)?.resolve(log.length),
    allowAll() {
      isOpen = true;
      for (const { resolve } of waiting.values()) resolve(log.length);
    },
  };
  return { test, near, far: pair.right };
}
