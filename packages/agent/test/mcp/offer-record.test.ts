import type { JournalRecord } from "@tenon/journal";
import { readOffers } from "@tenon/agent";
import { expect, it } from "vitest";

import { createOfferRecord } from "../../src/mcp/record/offer-record.ts";

const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: "object" } });

it("keeps each definition once, and gives every step all of its tools", async () => {
  const kept: string[] = [];
  const record = createOfferRecord(async (event) => void kept.push(JSON.stringify(event)));
  const [one, two] = [tool("one"), tool("two")];
  const changed = { ...one, description: "Does more." };
  record("model", [one], undefined);
  record("model", [one], undefined);
  record("model", [one, two], undefined);
  record("other", [changed, two], undefined);
  expect(kept[1]).toBe('{"type":"offer","isSame":true}');
  expect(kept.map((text) => text.match(/Does one\./g)?.length ?? 0)).toEqual([1, 0, 0, 0]);

  const offers = await Array.fromAsync(readOffers(recorded(kept)));
  expect(offers.map(({ model, tools }) => [model, ...tools.map(({ description }) => description)])).toEqual([
    ["model", "Does one."],
    ["model", "Does one."],
    ["model", "Does one.", "Does two."],
    ["other", "Does more.", "Does two."],
  ]);
});

it("does not fail the turn when it cannot be kept", async () => {
  const record = createOfferRecord(() => Promise.reject(new Error("disk full")));
  expect(() => record("model", [], undefined)).not.toThrow();
});

async function* recorded(texts: readonly string[]): AsyncGenerator<JournalRecord> {
  for (const [index, text] of texts.entries()) {
    yield { seq: index + 1, at: 0, from: "tenon", kind: "offer", text };
  }
}
