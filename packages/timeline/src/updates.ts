/**
 * Folds the updates that an agent sends. One that is unknown, or senseless, is kept as an entry that says so.
 */

import type { Cost } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, nonEmptyStringOf, numberOf, stringOf } from "@tenon/basis";

import { createCompactions } from "./compactions.ts";
import { isContentBlock, isEmpty } from "./content.ts";
import type {
  MessageEntry,
  ModeEntry,
  NoticeEntry,
  OptionsEntry,
  PlanEntry,
  UnknownEntry,
  UsageEntry,
} from "./entry.ts";
import type { Body, EntryList, Slot } from "./entry-list.ts";
import type { Messages } from "./messages.ts";
import { readPlan } from "./plan.ts";
import { applyToState, changedOptions, EMPTY_STATE, type TimelineState } from "./timeline-state.ts";
import type { ToolCalls } from "./tool-calls.ts";

export interface Updates {
  readonly state: TimelineState;
  setTurnOpen(isTurnOpen: boolean): void;
  add(update: JsonObject, options: { readonly isReplay: boolean }): void;
  /** Takes over what concerns the state, and tells nothing of it. */
  addInSilence(update: JsonObject): void;
  /** Plan and usage are told once in a turn, and from now on it is the next one's. */
  nextTurn(): void;
  /** Whoever was at work is gone. */
  interrupt(): void;
}

interface Parts {
  readonly list: EntryList;
  readonly messages: Messages;
  readonly calls: ToolCalls;
  /** A message of the user begins in a replay: what came before it is over. */
  readonly onReplayedPrompt: () => void;
}

export function createUpdates({ list, messages, calls, onReplayedPrompt }: Parts): Updates {
  const compactions = createCompactions(list, messages.end);
  let plan: Slot<Body<PlanEntry>> | undefined;
  let usage: Slot<Body<UsageEntry>> | undefined;
  let state = EMPTY_STATE;

  return {
    get state() {
      return state;
    },
    setTurnOpen(isTurnOpen) {
      if (isTurnOpen !== state.isTurnOpen) state = { ...state, isTurnOpen };
    },
    add(update, { isReplay }) {
      const name = nonEmptyStringOf(update["sessionUpdate"]) ?? "(unnamed)";
      if (!fold(name, update, isReplay)) list.push<Body<UnknownEntry>>({ type: "unknown", name, update });
    },
    addInSilence(update) {
      state = applyToState(state, update) ?? state;
    },
    nextTurn() {
      plan = undefined;
      usage = undefined;
    },
    interrupt: compactions.closeAll,
  };

  /** False if it could not be understood. */
  function fold(name: string, update: JsonObject, isReplay: boolean): boolean {
    switch (name) {
      case "user_message_chunk":
        return addChunk("user-message", update, isReplay);
      case "agent_message_chunk":
        return addChunk("agent-message", update, isReplay);
      case "agent_thought_chunk":
        return addChunk("thought", update, isReplay);
      case "tool_call":
      case "tool_call_update":
        return addToolCall(update, name === "tool_call");
      case "plan":
        return setPlan(update);
      case "usage_update":
        return setUsage(update);
      case "notice":
        return addNotice(update);
      case "compaction_update":
        return compactions.update(update);
      case "compaction_summary_chunk":
        return compactions.addChunk(update);
      default:
        return changeState(update);
    }
  }

  function addChunk(type: MessageEntry["type"], update: JsonObject, isReplay: boolean): boolean {
    const block = update["content"];
    if (!isContentBlock(block)) return false;
    if (isEmpty(block)) return true;
    if (isReplay && type === "user-message" && messages.openType !== type) onReplayedPrompt();
    messages.addChunk({ type, block, messageId: nonEmptyStringOf(update["messageId"]), isReplay });
    return true;
  }

  function addToolCall(update: JsonObject, isStart: boolean): boolean {
    const toolCallId = stringOf(update["toolCallId"]);
    if (toolCallId === undefined) return false;
    calls.update(toolCallId, update, isStart);
    return true;
  }

  function setPlan(update: JsonObject): boolean {
    const items = readPlan(update);
    if (!items) return false;
    state = { ...state, plan: items };
    // Agents that plan with a tool report no call for it, so the plan is what stands between two messages.
    messages.end();
    if (plan) plan.set({ type: "plan", items });
    else if (items.length > 0) plan = list.push<Body<PlanEntry>>({ type: "plan", items });
    return true;
  }

  function setUsage(update: JsonObject): boolean {
    const [used, size] = [numberOf(update["used"]), numberOf(update["size"])];
    if (used === undefined || size === undefined) return false;
    const { cost } = update;
    const told = { used, size, ...(isCost(cost) && { cost }) };
    state = { ...state, usage: told };
    if (usage) usage.set({ type: "usage", ...told });
    else usage = list.push<Body<UsageEntry>>({ type: "usage", ...told });
    return true;
  }

  function addNotice(update: JsonObject): boolean {
    const title = nonEmptyStringOf(update["title"]);
    if (title === undefined) return false;
    const severity = nonEmptyStringOf(update["severity"]) ?? "info";
    const description = nonEmptyStringOf(update["description"]);
    list.push<Body<NoticeEntry>>({
      type: "notice",
      severity,
      title,
      ...(description !== undefined && { description }),
    });
    return true;
  }

  /** What a session begins with is no change. */
  function changeState(update: JsonObject): boolean {
    const before = state;
    const after = applyToState(before, update);
    if (!after) return false;
    state = after;
    const { modeId } = after;
    if (before.modeId !== undefined && modeId !== undefined && modeId !== before.modeId) {
      list.push<Body<ModeEntry>>({ type: "mode", modeId });
    }
    const changed = changedOptions(before, after);
    if (changed.length > 0) list.push<Body<OptionsEntry>>({ type: "options", changed });
    return true;
  }
}

function isCost(value: unknown): value is Cost {
  return isObject(value) && typeof value["amount"] === "number" && typeof value["currency"] === "string";
}
