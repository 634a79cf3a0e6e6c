/** Any events, updates and messages, honest or not, for the tests that hold for all of them. */

import type { TimelineEvent } from "@tenon/timeline";
import fc from "fast-check";

import { update } from "./events.ts";

// As it comes from a wire, which knows no -0.
const json = fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text));
const id = fc.constantFrom("1", "2", "3", "__proto__");
const words = fc.oneof(fc.constantFrom("Go", "On", "Gone", ""), fc.string({ unit: "grapheme", maxLength: 12 }));
const textBlock = fc.record({ type: fc.constant("text" as const), text: words });
const anyBlock = fc.oneof(
  { weight: 6, arbitrary: textBlock },
  fc.record({ type: fc.constant("resource_link" as const), uri: words, name: words }),
  fc.record({ type: fc.constantFrom("image", "hologram"), data: words }),
);
const status = fc.constantFrom("pending", "in_progress", "completed", "failed");
const terminalContent = fc.record({ type: fc.constant("terminal"), terminalId: id });
const callContent = fc.array(
  fc.oneof(terminalContent, fc.record({ type: fc.constant("content"), content: anyBlock })),
  {
    maxLength: 3,
  },
);

export interface TextChunk {
  readonly sessionUpdate: "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk";
  readonly messageId?: string;
  readonly text: string;
}

export const textChunk: fc.Arbitrary<TextChunk> = fc.record(
  {
    sessionUpdate: fc.constantFrom("user_message_chunk", "agent_message_chunk", "agent_thought_chunk"),
    messageId: id,
    text: words,
  },
  { requiredKeys: ["sessionUpdate", "text"] },
);

/** Everything but text. */
export const otherUpdate: fc.Arbitrary<{ readonly sessionUpdate: string }> = fc.oneof(
  toolCall("tool_call"),
  toolCall("tool_call_update"),
  fc.record({
    sessionUpdate: fc.constant("plan"),
    entries: fc.array(fc.record({ content: words, priority: fc.constant("low"), status: fc.constant("pending") }), {
      maxLength: 2,
    }),
  }),
  fc.record({ sessionUpdate: fc.constant("usage_update"), used: fc.nat(9), size: fc.constant(9) }),
  fc.record({ sessionUpdate: fc.constant("current_mode_update"), currentModeId: id }),
  fc.record({
    sessionUpdate: fc.constant("config_option_update"),
    configOptions: fc.array(fc.record({ id, type: fc.constant("boolean"), name: words, currentValue: fc.boolean() }), {
      maxLength: 3,
    }),
  }),
  fc.record({
    sessionUpdate: fc.constant("compaction_update"),
    compactionId: id,
    status: fc.constantFrom("in_progress", "completed"),
  }),
  fc.record({ sessionUpdate: fc.constant("compaction_summary_chunk"), compactionId: id, content: anyBlock }),
  fc.record({ sessionUpdate: fc.constant("notice"), severity: fc.constant("info"), title: words }),
  malformedUpdate(),
);

export const anyUpdate: fc.Arbitrary<{ readonly sessionUpdate: string }> = fc.oneof(
  { weight: 2, arbitrary: textChunk.map(({ text, ...chunk }) => ({ ...chunk, content: { type: "text", text } })) },
  { weight: 3, arbitrary: otherUpdate },
);

/** What only our side knows. */
export const ownEvent: fc.Arbitrary<TimelineEvent> = fc.oneof(
  fc.record({ type: fc.constant("prompt" as const), content: fc.array(textBlock, { maxLength: 2 }) }),
  fc.constantFrom<TimelineEvent>(
    { type: "cancel" },
    { type: "turn-end", stopReason: "end_turn" },
    { type: "turn-end", stopReason: "cancelled" },
    { type: "interruption" },
  ),
  fc.record({
    type: fc.constant("permission-asked" as const),
    requestId: id,
    toolCall: fc.record({ toolCallId: id }),
    options: fc.constant([{ optionId: "yes", name: "Yes", kind: "allow_once" as const }]),
  }),
  fc.record({
    type: fc.constant("permission-answered" as const),
    requestId: id,
    outcome: fc.constantFrom("cancelled", "failed"),
  }),
  fc.record({
    type: fc.constant("elicitation-asked" as const),
    requestId: id,
    message: words,
    mode: fc.constant("form"),
    fields: fc.constant([]),
  }),
  fc.record({
    type: fc.constant("elicitation-answered" as const),
    requestId: id,
    outcome: fc.constantFrom("accept", "decline", "cancel", "failed"),
  }),
  fc.record({ type: fc.constant("terminal-created" as const), terminalId: id, command: words }),
  fc.record({ type: fc.constant("terminal-output" as const), terminalId: id, text: words }),
  fc.record({ type: fc.constant("terminal-state" as const), terminalId: id, output: words, isReleased: fc.boolean() }),
  fc.record({ type: fc.constant("receipt" as const), server: id, state: fc.constantFrom("started", "listed") }),
  fc.record({
    type: fc.constant("decision" as const),
    toolCallId: id,
    effect: fc.constantFrom("allow", "deny"),
    reason: words,
  }),
);

export const anyEvent: fc.Arbitrary<TimelineEvent> = fc.oneof(
  { weight: 3, arbitrary: anyUpdate.map(update) },
  { weight: 1, arbitrary: ownEvent },
);

export type Sent = readonly [from: "client" | "agent", message: object];

/** What may be on the wire of a session; its requests have ids that start with its name. */
export function wireOf(sessionId: string): fc.Arbitrary<readonly Sent[]> {
  const requestId = fc.nat(3).map((count) => `${sessionId}-${count}`);
  const call = (from: "client" | "agent", method: string, params: fc.Arbitrary<object>) =>
    fc
      .tuple(requestId, params)
      .map(([id, fields]): Sent => [from, { jsonrpc: "2.0", id, method, params: { sessionId, ...fields } }]);
  const answer = (from: "client" | "agent", result: fc.Arbitrary<unknown>) =>
    fc.tuple(requestId, result).map(([id, value]): Sent => [from, { jsonrpc: "2.0", id, result: value }]);
  return fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: anyUpdate.map((fields): Sent => [
          "agent",
          notification("session/update", { sessionId, update: fields }),
        ]),
      },
      call("client", "session/prompt", fc.record({ prompt: fc.array(textBlock, { maxLength: 2 }) })),
      answer("agent", fc.constantFrom({ stopReason: "end_turn" }, { stopReason: "cancelled" }, null)),
      fc.constant<Sent>(["client", notification("session/cancel", { sessionId })]),
      call("client", "session/load", fc.constant({ cwd: "/", mcpServers: [] })),
      call("client", "session/set_mode", fc.record({ modeId: id })),
      call("agent", "elicitation/create", fc.record({ message: words })),
      call(
        "agent",
        "session/request_permission",
        fc.record({ toolCall: fc.record({ toolCallId: id }), options: fc.constant([]) }),
      ),
      call("agent", "terminal/create", fc.record({ command: words })),
      call("agent", "terminal/output", fc.record({ terminalId: id })),
      answer("client", fc.record({ terminalId: id, output: words, truncated: fc.boolean() })),
    ),
    { maxLength: 30 },
  );
}

function notification(method: string, params: object) {
  return { jsonrpc: "2.0", method, params };
}

function toolCall(sessionUpdate: string): fc.Arbitrary<{ readonly sessionUpdate: string }> {
  return fc.record(
    {
      sessionUpdate: fc.constant(sessionUpdate),
      toolCallId: id,
      title: words,
      status,
      content: callContent,
      rawInput: json,
    },
    { requiredKeys: ["sessionUpdate", "toolCallId"] },
  );
}

function malformedUpdate(): fc.Arbitrary<{ readonly sessionUpdate: string }> {
  const names = [
    "agent_message_chunk",
    "tool_call",
    "tool_call_update",
    "plan",
    "usage_update",
    "config_option_update",
    "_new",
  ];
  const fields = [
    "content",
    "toolCallId",
    "title",
    "status",
    "locations",
    "entries",
    "used",
    "configOptions",
    "messageId",
  ];
  return fc
    .tuple(fc.constantFrom(...names), fc.dictionary(fc.constantFrom(...fields), json))
    .map(([sessionUpdate, rest]) => ({ ...rest, sessionUpdate }));
}
