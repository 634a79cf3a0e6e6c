import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { createTimeline } from "@tenon/timeline";
import { expect, it } from "vitest";

it("joins the chunks of a message", () => {
  expect(entries(says("Hel"), says("lo"), thinks("hm"), says("!"))).toMatchObject([
    { type: "agent-message", content: [{ type: "text", text: "Hello" }], revision: 2 },
    { type: "thought" },
    { type: "agent-message", content: [{ type: "text", text: "!" }] },
  ]);
});

it("puts text after a tool call behind it, and changes the call where it stands", () => {
  const call: SessionUpdate = { sessionUpdate: "tool_call", toolCallId: "1", title: "Read", status: "pending" };
  const done: SessionUpdate = { sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed" };
  expect(entries(says("before"), call, says("after"), done)).toMatchObject([
    { key: "entry-1", type: "agent-message" },
    { key: "entry-2", type: "tool-call", title: "Read", status: "completed", revision: 2 },
    { key: "entry-3", type: "agent-message", content: [{ text: "after" }] },
  ]);
});

it("[R86] keeps what an update leaves out or sends as null, and replaces content", () => {
  const content = (text: string) => [{ type: "content" as const, content: { type: "text" as const, text } }];
  const [entry] = entries(
    { sessionUpdate: "tool_call", toolCallId: "1", title: "Read", kind: "read", content: content("one"), rawInput: 1 },
    { sessionUpdate: "tool_call_update", toolCallId: "1", title: null, content: content("two") },
  );
  expect(entry).toMatchObject({ title: "Read", kind: "read", rawInput: 1, content: content("two") });
});

it("shows a call whose beginning never came", () => {
  const [entry] = entries({ sessionUpdate: "tool_call_update", toolCallId: "7", status: "in_progress" });
  expect(entry).toMatchObject({ type: "tool-call", title: "7", status: "in_progress" });
});

it("[R159] keeps updates it does not know", () => {
  const update: SessionUpdate = { sessionUpdate: "plan", entries: [] };
  expect(entries(update)).toMatchObject([{ type: "other", update }]);
});

function entries(...updates: readonly SessionUpdate[]) {
  const timeline = createTimeline();
  for (const update of updates) timeline.add(update);
  return timeline.entries;
}

function says(text: string): SessionUpdate {
  return { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
}

function thinks(text: string): SessionUpdate {
  return { sessionUpdate: "agent_thought_chunk", content: { type: "text", text } };
}
