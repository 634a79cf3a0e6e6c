import { openMemoryJournal } from "@tenon/journal";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

function textsIn(updates: readonly SessionUpdate[]): readonly string[] {
  return updates.flatMap((update) =>
    "content" in update && update.sessionUpdate.endsWith("message_chunk") && "text" in Object(update.content)
      ? [Object(update.content).text]
      : [],
  );
}

const planned = { name: "update_plan", args: { entries: [{ content: "a secret plan", status: "pending" }] } };

describe("a turn that the model refuses", () => {
  it("[H12] is shown neither to the model nor in a replay, also after the session was loaded", async () => {
    const journal = openMemoryJournal();
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    const script = [{ text: "One." }, { calls: [planned] }, { text: "I will not.", reason: "refusal" as const }];
    const model = scriptedModel([...script, { text: "Three." }]);
    const sessionId = await (async () => {
      await using client = await connectAgent({ model, services });
      const sessionId = await client.open();
      await client.prompt(sessionId, "first");
      await expect(client.prompt(sessionId, "refuse this")).resolves.toEqual({ stopReason: "refusal" });
      await client.prompt(sessionId, "third");
      const asked = JSON.stringify(model.requests.at(-1)?.messages);
      expect(asked).toContain("first");
      expect(asked).not.toMatch(/refuse this|I will not|a secret plan/);
      return sessionId;
    })();
    await using client = await connectAgent({ model, services });
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const replayed = client.updates(sessionId);
    expect(textsIn(replayed)).toEqual(["first", "One.", "third", "Three."]);
    expect(replayed.filter((update) => "toolCallId" in update || update.sessionUpdate === "plan")).toEqual([]);
    await client.prompt(sessionId, "fourth");
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toMatch(/refuse this|I will not|a secret plan/);
    // Nothing is deleted from the record.
    const records = await journal.read(sessionId);
    expect(records.some(({ text }) => text.includes("refuse this"))).toBe(true);
  });
});

describe("prompts that wait for the turn before them", () => {
  it("[R48] [R76] stand in a replay where their turns began, and not at all if they were rejected", async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const inner = scriptedModel([{ text: "One." }, { text: "Two." }], { accepts: { image: false, audio: false } });
    const model: typeof inner = {
      ...inner,
      async *answer(request) {
        if (inner.requests.length === 0) await gate;
        yield* inner.answer(request);
      },
    };
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    const first = client.prompt(sessionId, "first");
    const rejected = client.prompt(sessionId, [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }]);
    const second = client.prompt(sessionId, "second");
    release();
    await first;
    await expect(rejected).rejects.toMatchObject({ code: -32602 });
    await second;
    const before = client.updates(sessionId).length;
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const replayed = client.updates(sessionId).slice(before);
    expect(textsIn(replayed)).toEqual(["first", "One.", "second", "Two."]);
    expect(JSON.stringify(replayed)).not.toContain("audio/wav");
  });
});
