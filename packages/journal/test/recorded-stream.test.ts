/**
 * A stream whose messages are recorded before they go on.
 */

import { linkedPair } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import { recordedStream } from "../src/stream/index.ts";

interface Message {
  readonly n: number;
}

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

  it("goes on when the record fails, and says so: an answer that never comes would be worse", async () => {
    const { test, near, far } = setUp();
    void near.writable.getWriter().write({ n: 1 });
    await test.asked(1);
    test.refuse("write 1", new Error("the disk is full"));
    expect((await far.readable.getReader().read()).value).toEqual({ n: 1 });
    expect(test.failures).toEqual([new Error("the disk is full")]);
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

  it("tells the next one who writes that nobody reads any more", async () => {
    const { test, near, far } = setUp();
    test.allowAll();
    await far.readable.cancel(new Error("gone"));
    const writer = near.writable.getWriter();
    void writer.write({ n: 1 }).catch(() => {});
    await expect(writer.closed).rejects.toThrow();
    await expect(writer.write({ n: 2 })).rejects.toThrow();
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

function setUp() {
  const pair = linkedPair<Message>();
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const log: string[] = [];
  const failures: unknown[] = [];
  let isOpen = false;
  let heard = () => {};
  const record = (way: string) => (text: string) => {
    const name = `${way} ${(JSON.parse(text) as Message).n}`;
    log.push(name);
    heard();
    if (isOpen) return Promise.resolve();
    const answer = Promise.withResolvers<void>();
    waiting.set(name, answer);
    return answer.promise;
  };
  const near = recordedStream(pair.left, {
    onRead: record("read"),
    onWrite: record("write"),
    onFailure: (error) => failures.push(error),
  });
  const test = {
    log,
    failures,
    async asked(times: number) {
      while (log.length < times) await new Promise<void>((resolve) => (heard = resolve));
    },
    allow: (name: string) => waiting.get(name)?.resolve(),
    refuse: (name: string, error: Error) => waiting.get(name)?.reject(error),
    allowAll() {
      isOpen = true;
      for (const { resolve } of waiting.values()) resolve();
    },
  };
  return { test, near, far: pair.right };
}
