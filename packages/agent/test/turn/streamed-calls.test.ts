import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { type ModelEvent, ModelError, type ModelRequest } from "@tenon/agent";
import { openMemoryJournal } from "@tenon/journal";
import { createGate } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { readTurns } from "../../src/session/stored/recorded-turns.ts";
import { replay } from "../../src/session/stored/replay.ts";
import { connectAgent } from "../support/connect-agent.ts";
import { type ScriptedModel, scriptedModel } from "../support/scripted-model.ts";

const plan = { id: "c1", name: "update_plan", args: { entries: [] } };
const begun = { type: "tool-call-start", id: "c1", name: "update_plan" } as const;
const whole = { type: "tool-call", ...plan } as const;
const finished = finish([whole], "tool-calls");

describe("a call that the model is writing", () => {
  it("[R84] [R93] is shown as soon as its name is known, with its input as soon as that is, and runs when the answer is whole", async () => {
    const gates = [createGate(), createGate()] as const;
    const model = speaking(async function* () {
      yield begun;
      gates[0].reach();
      await gates[0].opened;
      yield whole;
      gates[1].reach();
      await gates[1].opened;
      yield finished;
    });
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    const turn = client.prompt(sessionId, "plan");
    await gates[0].reached;
    const first = await client.until(({ sessionUpdate }) => sessionUpdate === "tool_call");
    expect(first).toMatchObject({ title: "update_plan", name: "update_plan", status: "pending" });
    expect(first).not.toHaveProperty("rawInput");
    gates[0].open();
    await gates[1].reached;
    const second = await client.until((update) => "rawInput" in update);
    expect(second).toMatchObject({ sessionUpdate: "tool_call_update", rawInput: plan.args, kind: "think" });
    expect(statuses(client.updates(sessionId))).toEqual(["pending"]);
    gates[1].open();
    await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
    expect(statuses(client.updates(sessionId))).toEqual(["pending", "in_progress", "completed"]);
    expect(callIds(client.updates(sessionId)).size).toBe(1);
  });

  it("[R83] [N-01] is ended when the answer breaks off, never run, and no part of what the model reads later", async () => {
    const model = speaking(async function* () {
      yield { type: "text-delta", text: "Let me see" };
      yield whole;
      yield { ...begun, id: "c2" };
      throw new ModelError("broken_answer", "It broke off.", { model: "scripted" });
    });
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await expect(client.prompt(sessionId, "plan")).rejects.toMatchObject({ code: -32603 });
    expect(statuses(client.updates(sessionId))).toEqual(["pending", "pending", "failed", "failed"]);
    await client.prompt(sessionId, "again");
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain("tool-call");
  });

  it("[R81] [R83] is ended when the answer is asked for again, whose thought and calls are new ones", async () => {
    const model = speaking(async function* () {
      yield { type: "thought-delta", text: "Hm." };
      yield begun;
      yield { type: "retry", attempt: 1, delayMs: 1_000, reason: "It is overloaded" };
      yield { type: "thought-delta", text: "Hm." };
      yield begun;
      yield whole;
      yield finished;
    });
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await expect(client.prompt(sessionId, "plan")).resolves.toEqual({ stopReason: "end_turn" });
    const updates = client.updates(sessionId);
    expect(statuses(updates)).toEqual(["pending", "failed", "pending", "in_progress", "completed"]);
    expect(callIds(updates).size).toBe(2);
    const thoughts = updates.filter(({ sessionUpdate }) => sessionUpdate === "agent_thought_chunk");
    expect(new Set(thoughts.map((update) => Object(update).messageId)).size).toBe(2);
    expect(model.requests).toHaveLength(2);
  });

  it("[R68] [R83] is ended before a cancelled turn is answered", async () => {
    const model = speaking(async function* ({ signal }) {
      yield begun;
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
    });
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    const turn = client.prompt(sessionId, "plan");
    await client.until(({ sessionUpdate }) => sessionUpdate === "tool_call");
    await client.cancel(sessionId);
    await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
    expect(client.updates(sessionId).at(-1)).toMatchObject({ status: "failed" });
  });

  it("[R83] [V-04] is ended when the answer was too long for it, and the others run", async () => {
    const model = speaking(async function* () {
      yield begun;
      yield whole;
      yield { ...begun, id: "c2" };
      yield finish([whole], "length");
    });
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    await client.prompt(sessionId, "plan");
    expect(statuses(client.updates(sessionId))).toEqual(["pending", "pending", "failed", "in_progress", "completed"]);
    const results = model.requests[1]?.messages.at(-1);
    expect(results).toMatchObject({ role: "tool", results: [{ toolCallId: "c1", isError: false }] });
  });

  it("[R83] [N-01] is ended in the replay of a session that ended in the middle of it", async () => {
    const journal = openMemoryJournal();
    const gate = createGate();
    const model = speaking(async function* () {
      yield begun;
      gate.reach();
      await gate.opened;
    });
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    await using client = await connectAgent({ model, services });
    const sessionId = await client.open();
    const turn = client.prompt(sessionId, "plan").catch(() => {});
    await client.until(({ sessionUpdate }) => sessionUpdate === "tool_call");
    const records = await journal.read(sessionId);
    const turns = await readTurns(asynchronously(records));
    const updates = await Array.fromAsync(replay(asynchronously(records), { turns, capabilities: {} }));
    expect(statuses(updates)).toEqual(["pending", "failed"]);
    gate.open();
    await turn;
  });
});

/** First says this; afterwards it has nothing more to say than "Done." */
function speaking(first: (request: ModelRequest) => AsyncGenerator<ModelEvent>): ScriptedModel {
  const model = scriptedModel([]);
  let isFirst = true;
  return {
    ...model,
    async *answer(request) {
      const says = model.answer(request);
      if (!isFirst) return yield* says;
      isFirst = false;
      for await (const _event of says) break;
      yield* first(request);
    },
  };
}

function finish(parts: readonly (typeof whole)[], reason: "tool-calls" | "length"): ModelEvent {
  return { type: "finish", reason, message: { role: "assistant", parts } };
}

function statuses(updates: readonly SessionUpdate[]) {
  return updates.flatMap((update) => ("toolCallId" in update && update.status ? [update.status] : []));
}

function callIds(updates: readonly SessionUpdate[]) {
  return new Set(updates.flatMap((update) => ("toolCallId" in update ? [update.toolCallId] : [])));
}

async function* asynchronously<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
