import { openMemoryJournal } from "@tenon/journal";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const MEBIBYTE = 1024 * 1024;

describe("[M45] a result that is large", () => {
  it("in the number of its values reaches the client and the journal without them, and the model as a file", async () => {
    const structuredContent = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`key${at}`, at]));
    const { shown, forModel, recorded } = await callFor({ content: [], structuredContent });
    expect(shown).toEqual([said("(The structured content is left out here: it has more than 20000 values.)")]);
    expect(recorded).toBeLessThan(MEBIBYTE);
    expect(forModel).toContain('"key0":0');
    expect(forModel).toContain("characters omitted here. All of it is in");
  });

  it("in the number of its blocks is shown from its beginning, and says how many are missing", async () => {
    const content = Array.from({ length: 5_000 }, (_, at) => ({ type: "text", text: `block ${at}` }));
    const { shown, recorded } = await callFor({ content });
    expect(shown).toHaveLength(1_001);
    expect(shown.at(0)).toEqual(said("block 0"));
    expect(shown.at(-1)).toEqual(said("(4000 blocks and 40000 characters omitted here.)"));
    expect(recorded).toBeLessThan(MEBIBYTE);
  });

  it("in its text is shown from its beginning, and says how much is missing", async () => {
    const { shown, recorded } = await callFor({ content: [{ type: "text", text: "x".repeat(5 * MEBIBYTE) }] });
    expect(shown.at(-1)).toEqual(said(`(0 blocks and ${3 * MEBIBYTE} characters omitted here.)`));
    expect(recorded).toBeLessThan(7 * MEBIBYTE);
  });

  it("is passed on as it is up to there", async () => {
    const content = Array.from({ length: 1_000 }, (_, at) => ({ type: "text", text: `block ${at}` }));
    const { shown } = await callFor({ content, structuredContent: Array.from({ length: 20_000 }, () => 1) });
    expect(shown).toEqual(content.map(({ text }) => said(text)));
  });
});

/** What the client was shown of a call with this result, what the model read, and how much was recorded. */
async function callFor(result: Readonly<Record<string, unknown>>) {
  await using journal = openMemoryJournal();
  await using server = await stdioServer({ tools: [{ name: "big", call: [{ type: "result", result }] }] });
  const model = scriptedModel([{ calls: [{ name: "mcp__s__big" }] }]);
  await using client = await connectAgent({ model, services: { openJournal: async () => journal } });
  const sessionId = await client.open({ s: server });
  await client.prompt(sessionId, "go");
  const done = client.updates(sessionId).find((update) => "status" in update && update.status === "completed");
  const records = await journal.read(sessionId);
  return {
    shown: done && "content" in done && Array.isArray(done.content) ? done.content : [],
    forModel: JSON.stringify(model.requests[1]?.messages).replaceAll(String.raw`\"`, '"'),
    recorded: records.reduce((sum, { text }) => sum + text.length, 0),
  };
}

function said(text: string) {
  return { type: "content", content: { type: "text", text } };
}
