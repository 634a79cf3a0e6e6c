/**
 * When the provider takes neither the history nor all of it to be summed up.
 */

import { type Message, ModelError, type ModelRequest } from "@tenon/agent";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { type ScriptedModel, scriptedModel } from "../support/scripted-model.ts";

const capabilities = { session: { compaction: {} } };
const long = "x".repeat(3_000);

describe("a history that is too long to be summed up as it is", () => {
  it("is summed up without its oldest part, and the session goes on", async () => {
    const scripted = scriptedModel([...Array.from({ length: 4 }, () => ({ text: long })), { text: "In short." }]);
    const { model, limit } = limited(scripted);
    await using client = await connectAgent({ model, capabilities });
    const sessionId = await client.open();
    for (const prompt of ["one", "two", "three", "four"]) await client.prompt(sessionId, prompt);
    limit.characters = 7_500;
    await expect(client.prompt(sessionId, "five")).resolves.toEqual({ stopReason: "end_turn" });
    const [summing, next] = scripted.requests.slice(4);
    expect(textOf(summing)).toContain("(The beginning is left out here.)");
    expect(textOf(summing)).not.toContain('"one"');
    expect(textOf(summing)).toContain("four");
    expect(textOf(next)).toContain("In short.");
    expect(textOf(next)).toContain("five");
    const states = client.updates(sessionId).filter(({ sessionUpdate }) => sessionUpdate === "compaction_update");
    expect(states).toMatchObject([{ status: "in_progress" }, { status: "completed" }]);
    await expect(client.prompt(sessionId, "six")).resolves.toEqual({ stopReason: "end_turn" });
  });

  it("has its longest texts shortened before anything is left out", async () => {
    const scripted = scriptedModel([{ text: "Hm." }, { text: "In short." }]);
    const { model, limit } = limited(scripted);
    await using client = await connectAgent({ model, capabilities });
    const sessionId = await client.open();
    await client.prompt(sessionId, `first ${long}${long}${long} last`);
    limit.characters = 6_000;
    await expect(client.prompt(sessionId, "two")).resolves.toEqual({ stopReason: "end_turn" });
    const [, summing] = scripted.requests;
    expect(textOf(summing)).toMatch(/first x.*\[5\d{3} characters left out\].*x last/);
    expect(textOf(summing)).toContain("Hm.");
  });

  it("is not summed up where nothing would be gained: a first prompt that is too long is reported as such", async () => {
    const scripted = scriptedModel([]);
    const { model, limit } = limited(scripted);
    await using client = await connectAgent({ model, capabilities });
    const sessionId = await client.open();
    limit.characters = 6_000;
    const tooLong = client.prompt(sessionId, long + long);
    await expect(tooLong).rejects.toMatchObject({ data: { code: "context_too_long" } });
    expect(scripted.requests).toEqual([]);
    await expect(client.prompt(sessionId, "two")).resolves.toEqual({ stopReason: "end_turn" });
  });

  it("is left out at last, with a note, rather than that the session is stuck", async () => {
    const scripted = scriptedModel([{ text: long }]);
    const { model, limit } = limited(scripted, ({ tools }) => tools.length === 0);
    await using client = await connectAgent({ model, capabilities });
    const sessionId = await client.open();
    await client.prompt(sessionId, "one");
    limit.characters = 3_000;
    await expect(client.prompt(sessionId, "two")).resolves.toEqual({ stopReason: "end_turn" });
    expect(textOf(scripted.requests[1])).toContain("(Too long to summarize; omitted.)");
    expect(textOf(scripted.requests[1])).toContain("two");
    expect(client.updates(sessionId)).toContainEqual(
      expect.objectContaining({ sessionUpdate: "compaction_summary_chunk" }),
    );
  });
});

/** Takes so many characters from now on, and nothing at all of what is `refused`. */
function limited(model: ScriptedModel, isRefused: (request: ModelRequest) => boolean = () => false) {
  const limit = { characters: Number.POSITIVE_INFINITY };
  return {
    limit,
    model: {
      ...model,
      async *answer(request: ModelRequest) {
        if (isRefused(request) || textOf(request).length > limit.characters) {
          throw new ModelError("context_too_long", "The prompt is too long.", { model: "scripted" });
        }
        yield* model.answer(request);
      },
    },
  };
}

function textOf(request: { readonly messages: readonly Message[] } | undefined): string {
  return JSON.stringify(request?.messages);
}
