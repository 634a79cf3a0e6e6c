/**
 * Folds the updates that change what is true of a session: its plan, usage, mode, options, title and commands.
 */

import type { Cost, PlanEntry as PlanItem } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, numberOf } from "@tenon/basis";

import type { ModeEntry, OptionsEntry, PlanEntry, UsageEntry } from "../entry.ts";
import type { Body, EntryList, Slot } from "./entry-list.ts";
import { applyToState, changedOptions, EMPTY_STATE, type TimelineState } from "./timeline-state.ts";

/** Those that return a boolean return false if the update makes no sense. */
export interface StateUpdates {
  readonly state: TimelineState;
  setTurnOpen(isTurnOpen: boolean): void;
  setPlan(update: JsonObject): boolean;
  setUsage(update: JsonObject): boolean;
  /** Any other update of the state, with entries for what has changed. */
  change(update: JsonObject): boolean;
  /** The same without entries. */
  apply(update: JsonObject): void;
  /** Plan and usage have one entry in a turn, and from now on it is the next one's. */
  nextTurn(): void;
}

/** `onPlan` is called before a plan gets its entry. */
export function createStateUpdates(
  list: EntryList,
  onPlan: () => void,
  carried: TimelineState = EMPTY_STATE,
): StateUpdates {
  let plan: Slot<Body<PlanEntry>> | undefined;
  let usage: Slot<Body<UsageEntry>> | undefined;
  let state = carried;

  return {
    get state() {
      return state;
    },
    setTurnOpen(isTurnOpen) {
      if (isTurnOpen !== state.isTurnOpen) state = { ...state, isTurnOpen };
    },
    setPlan(update) {
      const items = readPlan(update);
      if (!items) return false;
      state = { ...state, plan: items };
      // Agents that plan with a tool report no call for it, so the plan is what stands between two messages.
      onPlan();
      if (plan) plan.set({ type: "plan", items });
      else if (items.length > 0) plan = list.push<Body<PlanEntry>>({ type: "plan", items });
      return true;
    },
    setUsage(update) {
      const [used, size] = [numberOf(update["used"]), numberOf(update["size"])];
      if (used === undefined || size === undefined) return false;
      const { cost } = update;
      const counted = { used, size, ...(isCost(cost) && { cost }) };
      state = { ...state, usage: counted };
      if (usage) usage.set({ type: "usage", ...counted });
      else usage = list.push<Body<UsageEntry>>({ type: "usage", ...counted });
      return true;
    },
    change(update) {
      const before = state;
      const after = applyToState(before, update);
      if (!after) return false;
      state = after;
      const { modeId } = after;
      // What a session begins with is not a change.
      if (before.modeId !== undefined && modeId !== undefined && modeId !== before.modeId) {
        list.push<Body<ModeEntry>>({ type: "mode", modeId });
      }
      const changed = changedOptions(before, after);
      if (changed.length > 0) list.push<Body<OptionsEntry>>({ type: "options", changed });
      return true;
    },
    apply(update) {
      state = applyToState(state, update) ?? state;
    },
    nextTurn() {
      plan = undefined;
      usage = undefined;
    },
  };
}

function isCost(value: unknown): value is Cost {
  return isObject(value) && typeof value["amount"] === "number" && typeof value["currency"] === "string";
}

/** What an item lacks gets the protocol's plainest value [R160]. Undefined if there is no list at all. */
function readPlan(update: JsonObject): readonly PlanItem[] | undefined {
  const items = update["entries"];
  return Array.isArray(items) ? items.flatMap(readItem) : undefined;
}

function readItem(item: unknown): readonly PlanItem[] {
  if (!isObject(item) || typeof item["content"] !== "string") return [];
  const { content, priority, status } = item;
  return [
    {
      ...item,
      content,
      priority: priority === "high" || priority === "low" ? priority : "medium",
      status: status === "in_progress" || status === "completed" ? status : "pending",
    },
  ];
}
