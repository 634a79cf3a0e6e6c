import { createRecordReader, foldRecords, type TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { brief } from "./events.ts";

const own: readonly TimelineEvent[] = [
  { type: "update", update: { sessionUpdate: "x" } },
  { type: "replay-end" },
  { type: "prompt", content: [{ type: "text", text: "Go" }] },
  { type: "cancel", at: 3 },
  { type: "turn-end", stopReason: "end_turn" },
  { type: "turn-end", error: { message: "No" } },
  { type: "interruption" },
  { type: "permission-asked", requestId: "1", toolCall: { toolCallId: "1" }, options: [] },
  { type: "permission-answered", requestId: "1", outcome: "selected", optionId: "yes", answeredBy: "Ann" },
  { type: "elicitation-asked", requestId: "1", message: "Who?", mode: "form", fields: [{ name: "a", title: "A" }] },
  { type: "elicitation-answered", requestId: "1", outcome: "accept", content: { a: "b" }, answeredBy: "Ann" },
  { type: "terminal-created", terminalId: "t", command: "ls", args: ["-l"], cwd: "/" },
  { type: "terminal-output", terminalId: "t", text: "a" },
  { type: "terminal-state", terminalId: "t", output: "a", truncated: true, exit: { exitCode: 1 }, isReleased: true },
  { type: "receipt", server: "files", state: "failed", reason: "gone" },
  { type: "decision", toolCallId: "1", effect: "deny", reason: "rule 3" },
];

it.each(own)("reads our own $type event as it was written", (event) => {
  expect(read(JSON.stringify(event))).toEqual([event]);
});

it.each([
  "",
  "no JSON",
  "null",
  "[]",
  "{}",
  '{"type":"hologram"}',
  '{"type":"constructor"}',
  '{"type":"receipt","server":"files"}',
  '{"type":"receipt","server":"files","state":"ok","reason":7}',
  '{"type":"decision","toolCallId":"1","effect":"maybe","reason":""}',
  '{"type":"prompt","content":"Go"}',
  '{"type":"cancel","at":"noon"}',
  '{"type":"elicitation-asked","requestId":"1","message":"","mode":"form","fields":[{}]}',
  '{"type":"elicitation-answered","requestId":"1","outcome":"maybe"}',
  '{"type":"mcp-message","server":"files","direction":"sent","message":{"method":"tools/list","id":1}}',
])("has no event for %s", (text) => {
  expect(read(text)).toEqual([]);
});

function read(text: string): readonly TimelineEvent[] {
  return createRecordReader().read({ from: "tenon", text });
}

it("folds a journal: messages, our own events, and what it cannot read", () => {
  const text = (words: string) => ({ type: "text", text: words });
  const update = (fields: object) => ({ method: "session/update", params: { sessionId: "s", update: fields } });
  const { entries } = foldRecords([
    record("client", { id: 1, method: "initialize", params: {} }, 1),
    record("client", { id: 2, method: "session/prompt", params: { sessionId: "s", prompt: [text("Go")] } }, 2),
    record("tenon", { type: "receipt", server: "files", state: "started" }, 3),
    { from: "agent", text: '{"torn":', at: 4 },
    record("agent", update({ sessionUpdate: "agent_message_chunk", content: text("Look.") }), 5),
    record("agent", update({ sessionUpdate: "tool_call", toolCallId: "1", title: "Read" }), 6),
    record("tenon", { type: "interruption" }, 7),
  ]);
  expect(entries.map((entry) => `${entry.at}-${entry.changedAt} ${brief(entry)}`)).toEqual([
    "2-2 user-message: Go",
    "3-3 receipt",
    "5-6 agent-message: Look.",
    "6-7 1: failed",
    "7-7 turn-end",
  ]);
});

function record(from: "client" | "agent" | "tenon", message: object, at: number) {
  return { from, text: JSON.stringify(message), at };
}
