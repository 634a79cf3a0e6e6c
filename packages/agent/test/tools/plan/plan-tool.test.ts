import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { loadSchemaCheck } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { planTool } from "../../../src/tools/plan/plan-tool.ts";
import { run, textOf } from "../support/test-workspace.ts";

const signal = new AbortController().signal;

describe("the plan", () => {
  it("[R80] is sent whole each time, with content, priority and status", async () => {
    const updates: SessionUpdate[] = [];
    const tool = planTool({ update: async (update) => void updates.push(update) });
    const first = [
      { content: "look", status: "completed", priority: "high" },
      { content: "act", status: "in_progress" },
      { content: "tell", status: "pending" },
    ];
    const prepared = await tool.prepare({ entries: first }, { signal });
    expect(prepared).toMatchObject({ kind: "think", subjects: [] });
    expect(updates).toEqual([]);
    expect(textOf(await run(prepared))).toBe("The plan is shown: 1 of 3 done.");
    await run(await tool.prepare({ entries: [] }, { signal }));
    expect(updates).toEqual([
      {
        sessionUpdate: "plan",
        entries: [
          { content: "look", status: "completed", priority: "high" },
          { content: "act", status: "in_progress", priority: "medium" },
          { content: "tell", status: "pending", priority: "medium" },
        ],
      },
      { sessionUpdate: "plan", entries: [] },
    ]);
    const messages = updates.map((update) => ({
      from: "agent" as const,
      message: { jsonrpc: "2.0" as const, method: "session/update", params: { sessionId: "s", update } },
    }));
    expect(loadSchemaCheck()(messages)).toEqual([]);
  });

  it("takes what can only be meant in one way", async () => {
    const updates: SessionUpdate[] = [];
    const tool = planTool({ update: async (update) => void updates.push(update) });
    const entries = JSON.stringify([{ content: " act ", status: "In Progress", priority: "HIGH" }]);
    await run(await tool.prepare({ entries }, { signal }));
    expect(updates).toMatchObject([{ entries: [{ content: "act", status: "in_progress", priority: "high" }] }]);
  });

  it.each([
    [{}, /entries is missing; it should be an array of objects/],
    [{ entries: "all of it" }, /entries should be an array of objects/],
    [{ entries: [{ content: "a" }] }, /entries\[0\]\.status is missing/],
    [{ entries: [{ content: " ", status: "pending" }] }, /entries\[0\]\.content is empty/],
    [
      { entries: [{ content: "a", status: "done" }] },
      /entries\[0\]\.status must be one of pending, in_progress, completed; got "done"/,
    ],
    [
      { entries: ["a", "b"].map((content) => ({ content, status: "in_progress" })) },
      /Only one entry may be in_progress, and these are: "a", "b"/,
    ],
    [{ entries: Array.from({ length: 101 }, () => ({ content: "a", status: "pending" })) }, /the limit is 100/],
  ])("that is not right, as in %j, is sent back with what to do", async (args, problem) => {
    const tool = planTool({ update: async () => {} });
    await expect(tool.prepare(args, { signal })).rejects.toThrow(problem);
  });
});
