/** The events that tests are made of, in few words. */

import type { ContentBlock, SessionUpdate, ToolCall, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { createTimeline, type Entry, type Timeline, type TimelineEvent, type UnknownUpdate } from "@tenon/timeline";

export function fold(...events: readonly TimelineEvent[]): Timeline {
  const timeline = createTimeline();
  for (const event of events) timeline.add(event);
  return timeline;
}

export function entriesOf(...events: readonly TimelineEvent[]): readonly Entry[] {
  return fold(...events).entries;
}

export function update(update: SessionUpdate | UnknownUpdate): TimelineEvent {
  return { type: "update", update };
}

export function replayed(event: TimelineEvent): TimelineEvent {
  return event.type === "update" ? { ...event, isReplay: true } : event;
}

export function says(text: string, messageId?: string): TimelineEvent {
  return chunk("agent_message_chunk", text, messageId);
}

export function thinks(text: string, messageId?: string): TimelineEvent {
  return chunk("agent_thought_chunk", text, messageId);
}

export function echoes(text: string, messageId?: string): TimelineEvent {
  return chunk("user_message_chunk", text, messageId);
}

export function calls(toolCallId: string, fields: Partial<ToolCall> = {}): TimelineEvent {
  return update({ sessionUpdate: "tool_call", toolCallId, title: `Call ${toolCallId}`, ...fields });
}

export function reports(toolCallId: string, fields: Partial<ToolCallUpdate>): TimelineEvent {
  return update({ sessionUpdate: "tool_call_update", toolCallId, ...fields });
}

export function completes(toolCallId: string): TimelineEvent {
  return reports(toolCallId, { status: "completed" });
}

export function prompts(...words: readonly string[]): TimelineEvent {
  return { type: "prompt", content: words.map(text) };
}

export const ends: TimelineEvent = { type: "turn-end", stopReason: "end_turn" };

export function text(words: string): ContentBlock {
  return { type: "text", text: words };
}

/** An entry in a few words: what it is, and what it says. */
export function brief(entry: Entry): string {
  switch (entry.type) {
    case "user-message":
    case "agent-message":
    case "thought":
      return `${entry.type}: ${entry.content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("")}`;
    case "tool-call":
      return `${entry.toolCallId}: ${entry.status}`;
    case "elicitation":
      return `${entry.type} ${entry.state}`;
    case "compaction":
    case "mode":
    case "notice":
    case "options":
    case "plan":
    case "receipt":
    case "turn-end":
    case "unknown":
    case "usage":
      return entry.type;
  }
}

export function briefly(...events: readonly TimelineEvent[]): readonly string[] {
  return entriesOf(...events).map(brief);
}

function chunk(
  sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk",
  words: string,
  messageId: string | undefined,
): TimelineEvent {
  return update({ sessionUpdate, content: text(words), ...(messageId !== undefined && { messageId }) });
}
