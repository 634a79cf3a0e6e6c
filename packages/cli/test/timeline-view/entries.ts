/**
 * Entries as a timeline would give them.
 */

import type { Entry, ToolCallEntry } from "@tenon/timeline";

export function toolCall(fields: Partial<ToolCallEntry> = {}): ToolCallEntry {
  return {
    key: "call-1",
    revision: 1,
    type: "tool-call",
    toolCallId: "call-1",
    title: "Run the tests",
    kind: "execute",
    status: "completed",
    content: [],
    locations: [],
    terminals: {},
    ...fields,
  };
}

export function message(
  text: string,
  fields: { key?: string; type?: "agent-message" | "thought"; isOpen?: boolean } = {},
): Entry {
  return {
    key: "message-1",
    revision: 1,
    type: "agent-message",
    isOpen: true,
    content: [{ type: "text", text }],
    ...fields,
  };
}
