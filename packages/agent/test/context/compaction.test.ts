import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { ModelError } from "@tenon/agent";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { type ScriptedAnswer, scriptedModel } from "../support/scripted-model.ts";

const capabilities = { session: { compaction: {} } };

/** Nine tenths full after the first two answers. */
const long: readonly ScriptedAnswer[] = [
  { text: "x".repeat(400), usage: { input: 100, output: 100 } },
  { text: "y".repeat(400), usage: { input: 800, output: 100 } },
];

describe("making room", () => {
  it("[R151] [R152] happens in time, is shown from beginning to end, and the turn goes on", async () => {
    const model = scriptedModel([...long, { text: "In short." }, { text: "Here." }], { contextTokens: 1_000 });
    await using client = await connectAgent({ model, capabilities });
    const sessionId = await client.open();
    for (const prompt of ["one", "two", "three"]) await client.prompt(sessionId, prompt);
    const shown = compactions(client.updates(sessionId));
    expect(shown).toMatchObject([
      { sessionUpdate: "compaction_update", status: "in_progress" },
      { sessionUpdate: "compaction_summary_chunk", content: { type: "text", text: "In short." } },
      { sessionUpdate: "compaction_update", status: "completed" },
    ]);
    expect(new Set(shown.map((update) => Object(update).compactionId)).size).toBe(1);
    expect(client.text(sessionId)).toContain("Here.");
    expect(JSON.stringify(model.requests[3]?.messages)).toContain("In short.");
    expect(JSON.stringify(model.requests[3]?.messages)).not.toContain("xxxx");
    expect(JSON.stringify(model.requests[3]?.messages)).toContain("three");
  });

  it("[R150] [R151] is reported in a message to a client that cannot show it, which is not in the conversation later", async () => {
    const model = scriptedModel([...long, { text: "In short." }, { text: "Here." }], { contextTokens: 1_000 });
    await using client = await connectAgent({ model });
    const sessionId = await client.open();
    for (const prompt of ["one", "two", "three"]) await client.prompt(sessionId, prompt);
    expect(compactions(client.updates(sessionId))).toEqual([]);
    expect(client.text(sessionId)).toContain("The conversation is long");
    const before = client.updates(sessionId).length;
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    const replayed = JSON.stringify(client.updates(sessionId).slice(before));
    expect(replayed).toContain("xxxx");
    expect(replayed).not.toContain("The conversation is long");
    expect(replayed).not.toContain("In short.");
  });

  it("[R151] that fails says so, once, and the turn goes on with all there is", async () => {
    const refusing = () => {
      throw new Error("I cannot sum up");
    };
    const model = scriptedModel([...long, refusing, { text: "Here." }], { contextTokens: 1_000 });
    await using client = await connectAgent({ model, capabilities });
    const sessionId = await client.open();
    for (const prompt of ["one", "two", "three"]) await client.prompt(sessionId, prompt);
    expect(compactions(client.updates(sessionId))).toMatchObject([
      { status: "in_progress" },
      { status: "failed", error: "I cannot sum up" },
    ]);
    expect(client.text(sessionId)).toContain("Here.");
  });

  it("[R151] [R68] [C-03] can be cancelled, and nothing is lost", async () => {
    const model = scriptedModel([...long, { text: "In", hangs: true }, { text: "In short." }, { text: "Here." }], {
      contextTokens: 1_000,
    });
    await using client = await connectAgent({ model, capabilities });
    const sessionId = await client.open();
    for (const prompt of ["one", "two"]) await client.prompt(sessionId, prompt);
    const turn = client.prompt(sessionId, "three");
    await client.until(({ sessionUpdate }) => sessionUpdate === "compaction_summary_chunk");
    await client.cancel(sessionId);
    await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
    await expect(client.prompt(sessionId, "four")).resolves.toEqual({ stopReason: "end_turn" });
    const states = compactions(client.updates(sessionId)).flatMap((each) => ("status" in each ? [each.status] : []));
    expect(states).toEqual(["in_progress", "cancelled", "in_progress", "completed"]);
    expect(JSON.stringify(model.requests[4]?.messages)).toContain("three");
  });

  it("a history that is too long for the provider is summed up, and asked again", async () => {
    const model = scriptedModel([...long, { text: "In short." }, { text: "Here." }]);
    let isTooLong = true;
    await using client = await connectAgent({
      model: {
        ...model,
        async *answer(request) {
          const isThird = JSON.stringify(request.messages.at(-1)).includes("three");
          if (isThird && isTooLong) {
            isTooLong = false;
            throw new ModelError("context_too_long", "Too long.", { model: "scripted" });
          }
          yield* model.answer(request);
        },
      },
      capabilities,
    });
    const sessionId = await client.open();
    for (const prompt of ["one", "two"]) await client.prompt(sessionId, prompt);
    await expect(client.prompt(sessionId, "three")).resolves.toEqual({ stopReason: "end_turn" });
    expect(client.text(sessionId)).toContain("Here.");
    expect(compactions(client.updates(sessionId)).at(-1)).toMatchObject({ status: "completed" });
  });
});

function compactions(updates: readonly SessionUpdate[]): readonly SessionUpdate[] {
  return updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith("compaction_"));
}
