/**
 * Folds the tool calls of a session: one entry for each, changed where it stands and never moved.
 *
 * The law: when a turn is over none of its calls is open. One whose end its agent never told of is closed as failed, and
 * says by what; the agent's own word, when it comes late, still counts. Of earlier turns only the latest calls are
 * remembered, so that what a part of a session needs of the parts before does not grow with it.
 */

import type { PermissionOption } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@tenon/basis";

import type { DecisionView, PermissionView, ToolCallEntry } from "../entry.ts";
import type { Body, EntryList, Slot } from "./entry-list.ts";
import type { Terminals } from "./terminals.ts";
import { createShownTerminals, type ShowsTerminals } from "./shown-terminals.ts";
import { isEnd, readToolCallPatch } from "./tool-call-patch.ts";

export interface ToolCalls {
  /** `isStart` if this is how a call begins, and not only how one goes on. */
  update(toolCallId: string, update: JsonObject, isStart: boolean): void;
  ask(toolCallId: string, requestId: string, options: readonly PermissionOption[]): void;
  answer(requestId: string, answer: Omit<PermissionView, "options">): void;
  decide(toolCallId: string, decision: DecisionView): void;
  /** Something about a terminal has changed. */
  showTerminal(terminalId: string): void;
  /** Closes every open call, and every question that waits. */
  closeAll(closedBy: NonNullable<ToolCallEntry["closedBy"]>): void;
  /** A turn begins: a call that starts with the id of an ended one from before is another call. */
  nextTurn(): void;
  /** What matters after the next turn has begun. */
  carry(): ToolCallsCarry;
}

export interface ToolCallsCarry {
  /** In order of their beginning. */
  readonly calls: readonly string[];
  /** Terminals that are still told of, in a call. */
  readonly shown: readonly string[];
}

/** So many calls are remembered in later turns. */
const REMEMBERED = 100;

interface Call extends ShowsTerminals {
  readonly slot: Slot<Body<ToolCallEntry>>;
  readonly turn: number;
  requestId?: string;
}

/** `onNew` is called before a call gets its entry. */
export function createToolCalls(
  list: EntryList,
  terminals: Terminals,
  onNew: () => void,
  carried: ToolCallsCarry = { calls: [], shown: [] },
): ToolCalls {
  const calls = new Map<string, Call>();
  const open = new Set<Call>();
  const questions = createQuestions();
  const shown = createShownTerminals<Call>(terminals);
  // A policy may decide before the agent reports the call.
  const early = new Map<string, DecisionView>();
  let turn = 0;
  for (const toolCallId of carried.calls) calls.set(toolCallId, hiddenCall(list));
  for (const terminalId of carried.shown) shown.embed(hiddenCall(list), [{ type: "terminal", terminalId }]);

  return {
    update(toolCallId, update, isStart) {
      const known = calls.get(toolCallId);
      const isAnother = known !== undefined && isStart && known.turn < turn && !open.has(known);
      const call = known === undefined || isAnother ? start(toolCallId) : known;
      const { slot } = call;
      const patch = readToolCallPatch(update);
      const isOfTurn = call.turn === turn;
      // An earlier turn's call shows what it showed: a terminal of this turn is another part's.
      if (patch.content && isOfTurn) shown.embed(call, patch.content);
      const { closedBy, ...before } = slot.body;
      const isEnding = patch.status !== undefined && isEnd(patch.status);
      const staysClosed = (closedBy !== undefined || !isOfTurn) && !isEnding;
      const closed = staysClosed && { status: slot.body.status, ...(closedBy && { closedBy }) };
      slot.set({ ...before, ...patch, ...closed, terminals: shown.viewsOf(call, before.terminals) });
      if (isEnd(slot.body.status)) open.delete(call);
      else open.add(call);
    },
    ask(toolCallId, requestId, options) {
      const call = calls.get(toolCallId);
      if (call) questions.ask(call, requestId, options);
    },
    answer: questions.answer,
    decide(toolCallId, decision) {
      const slot = calls.get(toolCallId)?.slot;
      if (slot) slot.set({ ...slot.body, decision });
      else early.set(toolCallId, decision);
    },
    showTerminal(terminalId) {
      for (const call of shown.showing(terminalId)) {
        call.slot.set({ ...call.slot.body, terminals: shown.viewsOf(call, call.slot.body.terminals) });
      }
    },
    closeAll(closedBy) {
      for (const { slot } of open) slot.set({ ...slot.body, status: "failed", closedBy });
      open.clear();
      questions.cancelAll();
    },
    nextTurn() {
      turn += 1;
      questions.forget();
      early.clear();
      terminals.nextTurn();
      shown.forgetUnknown();
      for (const toolCallId of calls.keys()) {
        if (calls.size <= REMEMBERED) break;
        calls.delete(toolCallId);
      }
    },
    carry() {
      const told = terminals.carry().map(([terminalId]) => terminalId);
      return {
        calls: [...calls.keys()].slice(-REMEMBERED),
        shown: told.filter((terminalId) => [...shown.showing(terminalId)].length > 0),
      };
    },
  };

  function start(toolCallId: string): Call {
    onNew();
    const decision = early.get(toolCallId);
    early.delete(toolCallId);
    const slot = list.push<Body<ToolCallEntry>>({ ...newEntry(toolCallId), ...(decision && { decision }) });
    const call = { slot, turn, terminalIds: new Set<string>() };
    // The last one, also where the id was another call's before.
    calls.delete(toolCallId);
    calls.set(toolCallId, call);
    return call;
  }
}

/** A call of an earlier turn, in a part that is not here: it has been closed. */
function hiddenCall(list: EntryList): Call {
  const slot = list.hidden<Body<ToolCallEntry>>({ ...newEntry(""), status: "failed" });
  return { slot, turn: -1, terminalIds: new Set<string>() };
}

function newEntry(toolCallId: string): Body<ToolCallEntry> {
  return {
    type: "tool-call",
    toolCallId,
    title: toolCallId,
    kind: "other",
    status: "pending",
    content: [],
    locations: [],
    terminals: {},
  };
}

/** The permissions that are asked for, one for each call. */
function createQuestions() {
  const asked = new Map<string, Call>();
  const waiting = new Set<Call>();
  return {
    ask(call: Call, requestId: string, options: readonly PermissionOption[]): void {
      call.requestId = requestId;
      asked.set(requestId, call);
      waiting.add(call);
      call.slot.set({ ...call.slot.body, permission: { options, state: "waiting" } });
    },
    answer(requestId: string, answer: Omit<PermissionView, "options">): void {
      const call = asked.get(requestId);
      asked.delete(requestId);
      // A question that another has replaced.
      if (call?.requestId !== requestId || !call.slot.body.permission) return;
      waiting.delete(call);
      const { options } = call.slot.body.permission;
      call.slot.set({ ...call.slot.body, permission: { options, ...answer } });
    },
    cancelAll(): void {
      for (const { slot } of waiting) {
        const { permission } = slot.body;
        if (permission) slot.set({ ...slot.body, permission: { ...permission, state: "cancelled" } });
      }
      waiting.clear();
    },
    /** An answer to one of an earlier turn counts no more. */
    forget: () => asked.clear(),
  };
}
