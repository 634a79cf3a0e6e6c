/**
 * Folds the updates that an agent sends. One that is unknown, or senseless, is kept as an entry that says so.
 */

import { defined, type JsonObject, nonEmptyStringOf, stringOf } from "@tenon/basis";

import { isContentBlock, isEmpty } from "../content.ts";
import type { MessageEntry, NoticeEntry, UnknownEntry } from "../entry.ts";
import { type CompactionsCarry, createCompactions } from "./compactions.ts";
import type { Body, EntryList } from "./entry-list.ts";
import type { Messages } from "./messages.ts";
import { createStateUpdates, type StateUpdates } from "./state-updates.ts";
import type { TimelineState } from "./timeline-state.ts";
import type { ToolCalls } from "./tool-calls.ts";

export interface Updates extends Pick<StateUpdates, "state" | "setTurnOpen" | "nextTurn"> {
  add(update: JsonObject, options: { readonly isReplay: boolean }): void;
  /** Takes over what concerns the state, and shows nothing of it. */
  addInSilence(update: JsonObject): void;
  /** The agent is gone. */
  interrupt(): void;
  carry(): UpdatesCarry;
}

export interface UpdatesCarry {
  readonly state: TimelineState;
  readonly compactions: CompactionsCarry;
}

interface Parts {
  readonly list: EntryList;
  readonly messages: Messages;
  readonly calls: ToolCalls;
}

const CHUNKS: Readonly<Record<string, MessageEntry["type"]>> = {
  user_message_chunk: "user-message",
  agent_message_chunk: "agent-message",
  agent_thought_chunk: "thought",
};

/** Whether an update begins a message of this type, and does not go on with one. */
export function startsMessage(update: JsonObject, type: MessageEntry["type"], messages: Messages): boolean {
  const { sessionUpdate, content } = update;
  if (typeof sessionUpdate !== "string" || CHUNKS[sessionUpdate] !== type || messages.openType === type) return false;
  return isContentBlock(content) && !isEmpty(content);
}

export function createUpdates({ list, messages, calls }: Parts, carried?: UpdatesCarry): Updates {
  const compactions = createCompactions(list, messages.end, carried?.compactions);
  const states = createStateUpdates(list, messages.end, carried?.state);

  return {
    get state() {
      return states.state;
    },
    setTurnOpen: states.setTurnOpen,
    nextTurn: states.nextTurn,
    add(update, { isReplay }) {
      const name = nonEmptyStringOf(update["sessionUpdate"]) ?? "(unnamed)";
      if (!fold(name, update, isReplay)) list.push<Body<UnknownEntry>>({ type: "unknown", name, update });
    },
    addInSilence: states.apply,
    interrupt: compactions.closeAll,
    carry: () => ({ state: states.state, compactions: compactions.carry() }),
  };

  /** False if it could not be understood. */
  function fold(name: string, update: JsonObject, isReplay: boolean): boolean {
    switch (name) {
      case "user_message_chunk":
      case "agent_message_chunk":
      case "agent_thought_chunk":
        return addChunk(CHUNKS[name] ?? "agent-message", update, isReplay);
      case "tool_call":
      case "tool_call_update":
        return addToolCall(update, name === "tool_call");
      case "plan":
        return states.setPlan(update);
      case "usage_update":
        return states.setUsage(update);
      case "notice":
        return addNotice(list, update);
      case "compaction_update":
        return compactions.update(update);
      case "compaction_summary_chunk":
        return compactions.addChunk(update);
      default:
        return states.change(update);
    }
  }

  function addChunk(type: MessageEntry["type"], update: JsonObject, isReplay: boolean): boolean {
    const block = update["content"];
    if (!isContentBlock(block)) return false;
    if (isEmpty(block)) return true;
    messages.addChunk({ type, block, messageId: nonEmptyStringOf(update["messageId"]), isReplay });
    return true;
  }

  function addToolCall(update: JsonObject, isStart: boolean): boolean {
    const toolCallId = stringOf(update["toolCallId"]);
    if (toolCallId === undefined) return false;
    calls.update(toolCallId, update, isStart);
    return true;
  }
}

function addNotice(list: EntryList, update: JsonObject): boolean {
  const title = nonEmptyStringOf(update["title"]);
  if (title === undefined) return false;
  const severity = nonEmptyStringOf(update["severity"]) ?? "info";
  const description = nonEmptyStringOf(update["description"]);
  list.push<Body<NoticeEntry>>({ type: "notice", severity, title, ...defined({ description }) });
  return true;
}
