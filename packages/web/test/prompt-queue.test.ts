import { describe, expect, it } from "vitest";

import { createPromptQueue, type QueuedPrompt } from "../src/session/prompt-queue.ts";
import { WireError } from "../src/wire/wire-error.ts";

describe("The queue of prompts", () => {
  it("sends one after another, each when the turn before it has ended", async () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.add("s", text("two"));
    queue.add("other", text("three"));
    expect(sent.map(({ words }) => words)).toEqual(["one", "three"]);
    expect(phases("s")).toEqual(["sending", "queued"]);
    sent[0]?.resolve();
    await ended();
    expect(sent.map(({ words }) => words)).toEqual(["one", "three", "two"]);
    expect(phases("s")).toEqual(["sending"]);
  });

  it("waits while somebody else's turn runs", () => {
    const { queue, sent, busy } = play();
    busy.add("s");
    queue.add("s", text("one"));
    expect(sent).toHaveLength(0);
    busy.clear();
    queue.pump();
    expect(sent).toHaveLength(1);
  });

  it("shows a prompt until it is seen in its session, not until its turn ends", () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.seen("s", sent[0]?.id ?? "");
    expect(phases("s")).toEqual([]);
  });

  it("does not send again by itself what the connection was lost with, and says when it did not arrive", async () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.add("s", text("two"));
    sent[0]?.reject(new WireError("connection_lost", "Lost", { call: "session/prompt" }));
    await ended();
    expect(phases("s")).toEqual(["unsure", "queued"]);
    queue.pump();
    expect(sent).toHaveLength(1);
    queue.settle("s");
    expect(phases("s")).toEqual(["failed", "queued"]);
    queue.retry("s", sent[0]?.id ?? "");
    expect(sent.map(({ words }) => words)).toEqual(["one", "one"]);
  });

  it("goes on with the next one when the lost one turns out to have arrived", async () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.add("s", text("two"));
    sent[0]?.reject(new WireError("connection_lost", "Lost", { call: "session/prompt" }));
    await ended();
    queue.seen("s", sent[0]?.id ?? "");
    queue.settle("s");
    expect(sent.map(({ words }) => words)).toEqual(["one", "two"]);
    expect(phases("s")).toEqual(["sending"]);
  });

  it("says why a prompt was refused, unless that stands in the session already", async () => {
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

  it("takes back what has not been sent", () => {
    const { queue, sent, phases } = play();
    queue.add("s", text("one"));
    queue.add("s", text("two"));
    const [first, second] = queue.store.getState().bySession["s"] ?? [];
    expect(queue.remove("s", first?.id ?? "")).toBeUndefined();
    expect(queue.remove("s", second?.id ?? "")).toMatchObject({ id: second?.id });
    expect(phases("s")).toEqual(["sending"]);
    expect(sent).toHaveLength(1);
  });
});

function text(words: string) {
  return [{ type: "text" as const, text: words }];
}

function play() {
  const busy = new Set<string>();
  const sent: {
    readonly id: string;
    readonly words: string;
    readonly resolve: () => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  let lastId = 0;
  const queue = createPromptQueue({
    canSend: (sessionId) => !busy.has(sessionId),
    newId: () => String((lastId += 1)),
    send(_sessionId, { id, content: [block] }: QueuedPrompt) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      sent.push({ id, words: block?.type === "text" ? block.text : "", resolve, reject });
      return promise;
    },
  });
  const phases = (sessionId: string) => (queue.store.getState().bySession[sessionId] ?? []).map(({ phase }) => phase);
  return { queue, sent, busy, phases };
}

/** What follows from a promise has been done. */
function ended(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
