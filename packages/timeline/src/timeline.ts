/**
 * Folds the updates of one session into entries in the order in which they happened.
 *
 * The law of interleaving: a tool call ends the message or thought before it; text after it is a new entry; changes to a
 * call happen where it stands and never move it.
 */

import type { ContentBlock, SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";

import type { Entry, ToolCallEntry } from "./entry.ts";

export interface Timeline {
  readonly entries: readonly Entry[];
  /** Adds one update, and returns the entry that is new or has changed. */
  add(update: SessionUpdate): Entry;
}

export function createTimeline(): Timeline {
  const entries: Entry[] = [];
  const toolCalls = new Map<string, number>();

  return {
    entries,
    add(update) {
      switch (update.sessionUpdate) {
        case "user_message_chunk":
          return addContent("user-message", update.content);
        case "agent_message_chunk":
          return addContent("agent-message", update.content);
        case "agent_thought_chunk":
          return addContent("thought", update.content);
        case "tool_call":
        case "tool_call_update":
          return changeToolCall(update);
        default:
          return push({ type: "other", update });
      }
    },
  };

  function addContent(type: "user-message" | "agent-message" | "thought", block: ContentBlock): Entry {
    const open = entries.at(-1);
    if (open?.type !== type) return push({ type, content: [block] });
    return replace(entries.length - 1, { ...open, content: append(open.content, block) });
  }

  function changeToolCall(update: ToolCallUpdate): Entry {
    const index = toolCalls.get(update.toolCallId);
    const before = index === undefined ? undefined : entries[index];
    if (index !== undefined && before?.type === "tool-call") return replace(index, { ...before, ...patch(update) });
    toolCalls.set(update.toolCallId, entries.length);
    return push({
      type: "tool-call",
      toolCallId: update.toolCallId,
      title: update.toolCallId,
      kind: "other",
      status: "pending",
      content: [],
      locations: [],
      ...patch(update),
    });
  }

  function push(entry: DistributiveOmit<Entry, "key" | "revision">): Entry {
    const added = { ...entry, key: `entry-${entries.length + 1}`, revision: 1 };
    entries.push(added);
    return added;
  }

  function replace(index: number, entry: Entry): Entry {
    const changed = { ...entry, revision: entry.revision + 1 };
    entries[index] = changed;
    return changed;
  }
}

type DistributiveOmit<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;

/** Text that follows text is one block, however it was cut on the wire. */
function append(content: readonly ContentBlock[], block: ContentBlock): readonly ContentBlock[] {
  const last = content.at(-1);
  if (last?.type !== "text" || block.type !== "text") return [...content, block];
  return [...content.slice(0, -1), { ...last, text: last.text + block.text }];
}

/** What an update changes: what it leaves out, or sends as null, stays as it is [R86]. */
function patch(update: ToolCallUpdate): Partial<ToolCallEntry> {
  const { title, name, kind, status, content, locations, rawInput, rawOutput } = update;
  const given = { title, name, kind, status, content, locations, rawInput, rawOutput };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
}
