import { describe, expect, it } from "vitest";

import { keptPrompts } from "../src/page/kept-prompts.ts";
import { createPromptQueue, type QueuedPrompt } from "../src/page/prompt-queue.ts";
import { WireError } from "../src/wire/wire-error.ts";

describe("The queue of prompts", () => {
  it("sends at once and in order: prompts wait for their turn in the gateway", () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.add("s", text("two"));
    queue.add("other", text("three"));
    expect(sent.map(({ words }) => words)).toEqual(["one", "two", "three"]);
    expect(phases("s")).toEqual(["sending", "sending"]);
  });

  it("waits while there is no connection", () => {
    const { queue, sent, offline, phases } = play();
    offline.add("s");
    queue.add("s", text("one"));
    queue.add("s", text("two"));
    expect(sent).toHaveLength(0);
    expect(phases("s")).toEqual(["queued", "queued"]);
    offline.clear();
    queue.pump();
    expect(sent.map(({ words }) => words)).toEqual(["one", "two"]);
  });

  it("shows a prompt until it appears in its session, not until its turn ends", () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.seen("s", sent[0]?.id ?? "");
    expect(phases("s")).toEqual([]);
  });

  it("does not resend a prompt in flight when the connection is lost, and reports one that did not arrive", async () => {
    const { queue, sent, offline, phases } = play();
    queue.add("s", text("one"));
    offline.add("s");
    queue.add("s", text("two"));
    sent[0]?.reject(LOST);
    await ended();
    expect(phases("s")).toEqual(["unsure", "queued"]);
    offline.clear();
    queue.pump();
    expect(sent).toHaveLength(1);
    queue.settle("s");
    expect(phases("s")).toEqual(["failed", "queued"]);
    queue.retry("s", sent[0]?.id ?? "");
    expect(sent.map(({ words }) => words)).toEqual(["one", "one", "two"]);
  });

  it("continues with the next prompt once the lost one has arrived, running or queued", async () => {
    const { queue, sent, offline, phases } = play();
    queue.add("s", text("one"));
    queue.add("s", text("two"));
    offline.add("s");
    queue.add("s", text("three"));
    for (const { reject } of sent) reject(LOST);
    await ended();
    offline.clear();
    queue.seen("s", sent[0]?.id ?? "");
    queue.arrived("s", [{ id: sent[1]?.id ?? "" }]);
    queue.settle("s");
    expect(sent.map(({ words }) => words)).toEqual(["one", "two", "three"]);
    expect(phases("s")).toEqual(["sending"]);
  });

  it("keeps a prompt that was cancelled before it started", async () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.add("s", text("two"));
    sent[0]?.resolve({ stopReason: "cancelled" });
    sent[1]?.resolve({ stopReason: "cancelled", _meta: { tenon: { hasRun: false } } });
    await ended();
    expect(phases("s")).toEqual(["stopped"]);
    expect(queue.store.getState().bySession["s"]?.[0]).toMatchObject({ content: text("two") });
    // The person stopped it to send something else.
    queue.add("s", text("three"));
    expect(phases("s")).toEqual(["stopped", "sending"]);
  });

  it("says why a prompt was refused, unless the session shows it", async () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    sent[0]?.reject(new WireError("refused", "No such session", { call: "session/prompt" }));
    await ended();
    expect(queue.store.getState().bySession["s"]?.[0]).toMatchObject({ phase: "failed", error: "No such session" });
    queue.add("t", text("two"));
    queue.seen("t", sent[1]?.id ?? "");
    sent[1]?.reject(new WireError("refused", "The model failed", { call: "session/prompt" }));
    await ended();
    expect(phases("t")).toEqual([]);
  });

  it("[A4] sends what is written after a prompt that failed, but nothing that waited behind it until then", async () => {
    const { queue, sent, phases, offline } = play();
    queue.add("s", text("one"));
    offline.add("s");
    queue.add("s", text("two"));
    sent[0]?.reject(new WireError("refused", "The agent exited", { call: "session/prompt" }));
    await ended();
    offline.clear();
    queue.pump();
    expect(phases("s")).toEqual(["failed", "queued"]);
    queue.add("s", text("three"));
    expect(phases("s")).toEqual(["failed", "sending", "sending"]);
    expect(sent.map(({ words }) => words)).toEqual(["one", "two", "three"]);
  });

  it("drops a prompt that is taken back, whatever its answer", async () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.remove("s", sent[0]?.id ?? "");
    sent[0]?.resolve({ stopReason: "cancelled", _meta: { tenon: { hasRun: false } } });
    await ended();
    expect(phases("s")).toEqual([]);
  });
});

describe("The queue of prompts, after a reload of the page", () => {
  it("[A4] restores prompts that did not appear in their sessions, resends none, and reports those that did not arrive", async () => {
    const storage = tabStorage();
    const before = play(storage);
    before.queue.add("s", text("arrived"));
    before.queue.add("s", text("waits"));
    before.offline.add("s");
    before.queue.add("s", text("never sent"));
    before.queue.add("t", text("refused"));
    before.sent[2]?.reject(new WireError("refused", "No such session", { call: "session/prompt" }));
    await ended();
    const after = play(storage);
    after.queue.pump();
    expect(after.sent).toEqual([]);
    after.queue.seen("s", "1");
    after.queue.arrived("s", [{ id: "2" }]);
    after.queue.settle("s");
    expect(after.phases("s")).toEqual(["failed"]);
    expect(after.queue.store.getState().bySession["t"]?.[0]).toMatchObject({ error: "No such session" });
    after.queue.retry("s", "3");
    expect(after.sent.map(({ words }) => words)).toEqual(["never sent"]);
    after.queue.seen("s", "3");
    after.queue.remove("t", "4");
    expect(storage.getItem("tenon.queue")).toBeNull();
  });

  it("[A4] starts empty when the stored prompts are malformed", () => {
    for (const kept of ["no JSON", "[]", '{"s":{}}', '{"s":[{"id":1,"content":[{}]}]}']) {
      const storage = tabStorage();
      storage.setItem("tenon.queue", kept);
      expect(play(storage).phases("s")).toEqual([]);
    }
  });
});

function tabStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const LOST = new WireError("connection_lost", "Lost", { call: "session/prompt" });

function text(words: string) {
  return [{ type: "text" as const, text: words }];
}

function play(storage = tabStorage()) {
  const offline = new Set<string>();
  const sent: {
    readonly id: string;
    readonly words: string;
    readonly resolve: (answer: Readonly<Record<string, unknown>>) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  let lastId = 0;
  const queue = createPromptQueue({
    kept: keptPrompts(storage),
    canSend: (sessionId) => !offline.has(sessionId),
    newId: () => String((lastId += 1)),
    send(_sessionId, { id, content: [block] }: QueuedPrompt) {
      const { promise, resolve, reject } = Promise.withResolvers<Readonly<Record<string, unknown>>>();
      sent.push({ id, words: block?.type === "text" ? block.text : "", resolve, reject });
      return promise;
    },
  });
  const phases = (sessionId: string) => (queue.store.getState().bySession[sessionId] ?? []).map(({ phase }) => phase);
  return { queue, sent, offline, phases };
}

/** What follows from a promise has been done. */
function ended(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
