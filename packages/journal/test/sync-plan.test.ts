/**
 * Which commits wait for the disk.
 */

import { describe, expect, it } from "vitest";

import { createSyncPlan } from "../src/sqlite/sync-plan.ts";
import type { Batch, RecordToStore } from "../src/store/store.ts";

const lease = { key: 1, epoch: 1 };

describe("a plan of what waits for the disk", () => {
  it("lets words of an answer pass, but for one every quarter of a second", () => {
    const mustSync = createSyncPlan();
    const times = [0, 100, 249, 250, 260, 500, 510];
    expect(times.map((at) => mustSync([batch({ at })]))).toEqual([false, false, false, true, false, false, true]);
  });

  it("lets messages of MCP servers pass in the same way, and not what an agent calls so", () => {
    const mustSync = createSyncPlan();
    const times = [0, 100, 249, 250, 260];
    const plan = times.map((at) => mustSync([batch({ at, from: "tenon", kind: "mcp-message" })]));
    expect(plan).toEqual([false, false, false, true, false]);
    expect(mustSync([batch({ at: 261, from: "agent", kind: "mcp-message" })])).toBe(true);
  });

  it("waits for everything else, and with it for the words before it", () => {
    const mustSync = createSyncPlan();
    expect(mustSync([batch({ at: 0 })])).toBe(false);
    expect(mustSync([batch({ at: 1 }), batch({ at: 1, kind: "tool_call" })])).toBe(true);
    expect(mustSync([batch({ at: 249 })])).toBe(false);
    expect(mustSync([batch({ at: 249, kind: "agent_thought_chunk" })])).toBe(false);
    expect(mustSync([batch({ at: 249, kind: "user_message_chunk" })])).toBe(true);
    expect(mustSync([batch({ at: 249, from: "tenon" })])).toBe(true);
  });

  it("does not let many words add up, however quickly they come", () => {
    const mustSync = createSyncPlan();
    const text = "x".repeat(10_000);
    expect([1, 2, 3, 4, 5].map(() => mustSync([batch({ at: 0, text })]))).toEqual([false, false, false, true, false]);
  });

  it("is not led astray by a clock that is put back", () => {
    const mustSync = createSyncPlan();
    expect([5_000, 4_000, 4_010].map((at) => mustSync([batch({ at })]))).toEqual([false, true, false]);
  });
});

function batch({ at = 0, text = "word", kind = "agent_message_chunk", from = "agent" }: Partial<RecordToStore>): Batch {
  return {
    lease,
    hasOpenWork: true,
    hasPrompt: true,
    records: [{ from, at, kind, text, largeStrings: [] }],
  };
}
