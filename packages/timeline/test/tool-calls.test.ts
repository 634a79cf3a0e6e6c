import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { briefly, calls, completes, ends, entriesOf, fold, prompts, reports, text, update } from "./events.ts";

const asks: TimelineEvent = {
  type: "permission-asked",
  requestId: "7",
  toolCall: { toolCallId: "1", title: "Write a.txt", kind: "edit" },
  options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
};

it("[R86] keeps what an update leaves out or sends as null, and replaces content and locations", () => {
  const started = {
    kind: "read" as const,
    content: [says("one"), says("two")],
    locations: [{ path: "/a" }],
    rawInput: 1,
  };
  const [entry] = entriesOf(
    calls("1", started),
    reports("1", { title: null, kind: null, status: null, rawInput: null, content: null, locations: null }),
    reports("1", { content: [says("three")], rawOutput: { lines: 3 } }),
  );
  expect(entry).toMatchObject({
    title: "Call 1",
    kind: "read",
    status: "pending",
    rawInput: 1,
    rawOutput: { lines: 3 },
    content: [says("three")],
    locations: [{ path: "/a" }],
  });
});

it("shows a call whose beginning never came, or came with nothing but its id [AB-03]", () => {
  expect(
    entriesOf(reports("7", { status: "in_progress" }), update({ sessionUpdate: "tool_call", toolCallId: "8" })),
  ).toMatchObject([
    { type: "tool-call", title: "7", status: "in_progress", kind: "other", content: [], locations: [], terminals: {} },
    { type: "tool-call", title: "8", status: "pending" },
  ]);
});

it("[R160] ignores what is malformed and takes the rest", () => {
  const [entry] = entriesOf(
    calls("1", { kind: "read", locations: [{ path: "/a" }] }),
    update({
      sessionUpdate: "tool_call_update",
      toolCallId: "1",
      title: 7,
      kind: "teleport",
      status: "cancelled",
      locations: "nowhere",
      content: [says("kept"), 7, null, { type: "diff", path: 1 }, { type: "content", content: "bare" }],
      rawOutput: "kept",
    }),
  );
  expect(entry).toMatchObject({
    title: "Call 1",
    kind: "read",
    status: "pending",
    locations: [{ path: "/a" }],
    content: [says("kept")],
    rawOutput: "kept",
  });
});

it("[AB-04] does not let an empty title or name wipe out the real one", () => {
  expect(entriesOf(calls("1", { name: "read" }), reports("1", { title: "", name: "" }))).toMatchObject([
    { title: "Call 1", name: "read" },
  ]);
});

it("keeps a call without an id, which is none, as an unknown update", () => {
  expect(entriesOf(update({ sessionUpdate: "tool_call", title: "?" }))).toMatchObject([
    { type: "unknown", name: "tool_call" },
  ]);
});

it("[AB-01] closes as failed what is open when a turn ends", () => {
  expect(entriesOf(prompts("Go"), calls("1"), calls("2"), completes("2"), ends)).toMatchObject([
    {},
    { status: "failed", closedBy: "turn-end" },
    { status: "completed" },
    { type: "turn-end", stopReason: "end_turn" },
  ]);
});

it("[R72] closes open calls at once when the turn is cancelled, and still believes late reports", () => {
  const timeline = fold(prompts("Go"), calls("1"), calls("2"), { type: "cancel" });
  expect(timeline.entries).toMatchObject([{}, { status: "failed", closedBy: "cancel" }, { status: "failed" }]);
  timeline.add(reports("1", { status: "in_progress", title: "Still here" }));
  expect(timeline.entries[1]).toMatchObject({ status: "failed", closedBy: "cancel", title: "Still here" });
  timeline.add(completes("1"));
  expect(timeline.entries[1]).toMatchObject({ status: "completed" });
  expect(timeline.entries[1]).not.toHaveProperty("closedBy");
  timeline.add(calls("3"));
  timeline.add({ type: "turn-end", stopReason: "cancelled" });
  expect(timeline.entries.slice(2)).toMatchObject([
    { status: "failed", closedBy: "cancel" },
    { status: "failed", closedBy: "cancel" },
    { type: "turn-end" },
  ]);
});

it("[C-06] a cancel between two turns closes nothing of the next one", () => {
  expect(briefly(prompts("Go"), ends, { type: "cancel" }, prompts("On"), calls("1"))).toContain("1: pending");
  expect(entriesOf(prompts("Go"), ends, { type: "cancel" }, prompts("On"), calls("1"), ends)).toMatchObject([
    {},
    {},
    {},
    { closedBy: "turn-end" },
    {},
  ]);
});

it("[I-02] believes an end that is reported after the turn, and starts no call again by it", () => {
  const timeline = fold(prompts("Go"), calls("1"), calls("2"), ends);
  timeline.add(completes("1"));
  timeline.add(reports("2", { status: "in_progress" }));
  expect(timeline.entries).toMatchObject([{}, { status: "completed" }, { status: "failed", closedBy: "turn-end" }, {}]);
});

it("closes open calls when the turn is cut off, and when another prompt follows", () => {
  expect(entriesOf(prompts("Go"), calls("1"), { type: "interruption" })).toMatchObject([
    {},
    { status: "failed", closedBy: "interruption" },
    { type: "turn-end", isInterrupted: true },
  ]);
  expect(entriesOf(prompts("Go"), calls("1"), prompts("On"))).toMatchObject([
    {},
    { status: "failed", closedBy: "interruption" },
    { type: "user-message" },
  ]);
});

it("shows a call with the id of an ended one of an earlier turn as another call", () => {
  expect(briefly(prompts("Go"), calls("1"), completes("1"), ends, prompts("On"), calls("1"))).toEqual([
    "user-message: Go",
    "1: completed",
    "turn-end",
    "user-message: On",
    "1: pending",
  ]);
});

it("shows a question about a call that was not reported before, and its answer", () => {
  const timeline = fold(asks);
  expect(timeline.entries).toMatchObject([
    { title: "Write a.txt", kind: "edit", permission: { state: "waiting", options: [{ optionId: "yes" }] } },
  ]);
  timeline.add({
    type: "permission-answered",
    requestId: "7",
    outcome: "selected",
    optionId: "yes",
    answeredBy: "Ann",
  });
  expect(timeline.entries).toMatchObject([{ permission: { state: "selected", optionId: "yes", answeredBy: "Ann" } }]);
});

it("knows an answer to an older question from one to the newest", () => {
  const timeline = fold(asks, { ...asks, requestId: "8" });
  timeline.add({ type: "permission-answered", requestId: "7", outcome: "cancelled" });
  expect(timeline.entries).toMatchObject([{ permission: { state: "waiting" } }]);
  timeline.add({ type: "permission-answered", requestId: "8", outcome: "failed" });
  expect(timeline.entries).toMatchObject([{ permission: { state: "failed" } }]);
});

it("leaves no question waiting when the turn is over", () => {
  expect(entriesOf(prompts("Go"), asks, ends)).toMatchObject([{}, { permission: { state: "cancelled" } }, {}]);
});

it("shows what a policy decided, whether it came before the call or after", () => {
  const decides: TimelineEvent = { type: "decision", toolCallId: "1", effect: "deny", reason: "rule 3" };
  const decision = { effect: "deny", reason: "rule 3" };
  expect(entriesOf(calls("1"), decides)).toMatchObject([{ decision }]);
  expect(entriesOf(decides, calls("1"))).toMatchObject([{ decision }]);
});

it("has not changed when a report says what was known", () => {
  const timeline = fold(calls("1", { content: [says("one")], rawInput: { a: [1] } }));
  expect(timeline.add(reports("1", { status: "pending", content: [says("one")], rawInput: { a: [1] } }))).toEqual([]);
  expect(timeline.add(completes("1"))).toMatchObject([{ revision: 2 }]);
});

function says(words: string): ToolCallContent {
  return { type: "content", content: text(words) };
}
