/**
 * Folds the tool calls of a session: one entry for each, changed where it stands and never moved.
 *
 * The law: when a turn is over none of its calls is open. One whose end its agent never reported is closed as failed, and
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
  /** Terminals that are still being reported, by call. */
  readonly shown: readonly string[];
}

/**
 * So many calls are remembered in later turns. An update of one before them begins an entry of its own: every checkpoint
 * would else hold the id of every call of the session. Agents report late of commands in the background, not of old calls.
 */
const MAX_REMEMBERED_CALLS = 100;

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
  const calls = createCallBook(list, onNew, carried.calls);
  const open = new Set<Call>();
  const questions = createQuestions();
  const shown = createShownTerminals<Call>(terminals);
  for (const terminalId of carried.shown) shown.embed(hiddenCall(list), [{ type: "terminal", terminalId }]);

  return {
    update(toolCallId, update, isStart) {
      const known = calls.get(toolCallId);
      const isAnother = known !== undefined && isStart && !calls.isOfTurn(known) && !open.has(known);
      const call = known === undefined || isAnother ? calls.start(toolCallId) : known;
      const { slot } = call;
      const patch = readToolCallPatch(update);
      const isOfTurn = calls.isOfTurn(call);
      // An earlier turn's call shows what it showed: a terminal of this turn is another part's.
      if (patch.content && isOfTurn) shown.embed(call, patch.content);
      slot.set({ ...patched(slot.body, patch, isOfTurn), terminals: shown.viewsOf(call, slot.body.terminals) });
      if (isEnd(slot.body.status)) open.delete(call);
      else open.add(call);
    },
    ask(toolCallId, requestId, options) {
      const call = calls.get(toolCallId);
      if (call) questions.ask(call, requestId, options);
    },
    answer: questions.answer,
    decide: calls.decide,
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
      calls.nextTurn();
      questions.forget();
      terminals.nextTurn();
      shown.forgetUnknown();
    },
    carry() {
      const running = terminals.carry().map(([terminalId]) => terminalId);
      return {
        calls: calls.ids(),
        shown: running.filter((terminalId) => [...shown.showing(terminalId)].length > 0),
      };
    },
  };
}

/** A call that was closed, or belongs to an earlier turn, keeps its status unless the patch ends it. */
function patched(body: Call["slot"]["body"], patch: ReturnType<typeof readToolCallPatch>, isOfTurn: boolean) {
  const { closedBy, ...before } = body;
  const isEnding = patch.status !== undefined && isEnd(patch.status);
  const staysClosed = (closedBy !== undefined || !isOfTurn) && !isEnding;
  return { ...before, ...patch, ...(staysClosed && { status: body.status, ...(closedBy && { closedBy }) }) };
}

/** The calls by their ids: all of this turn, and the latest of those before. */
function createCallBook(list: EntryList, onNew: () => void, carried: readonly string[]) {
  const calls = new Map<string, Call>(carried.map((toolCallId) => [toolCallId, hiddenCall(list)]));
  // A policy may decide before the agent reports the call.
  const early = new Map<string, DecisionView>();
  let turn = 0;
  return {
    get: (toolCallId: string) => calls.get(toolCallId),
    isOfTurn: (call: Call) => call.turn === turn,
    start(toolCallId: string): Call {
      onNew();
      const decision = early.get(toolCallId);
      early.delete(toolCallId);
      const slot = list.push<Body<ToolCallEntry>>({ ...newEntry(toolCallId), ...(decision && { decision }) });
      const call = { slot, turn, terminalIds: new Set<string>() };
      // The last one, also where the id was another call's before.
      calls.delete(toolCallId);
      calls.set(toolCallId, call);
      return call;
    },
    decide(toolCallId: string, decision: DecisionView): void {
      const slot = calls.get(toolCallId)?.slot;
      if (slot) slot.set({ ...slot.body, decision });
      else early.set(toolCallId, decision);
    },
    nextTurn(): void {
      turn += 1;
      early.clear();
      for (const toolCallId of calls.keys()) {
        if (calls.size <= MAX_REMEMBERED_CALLS) break;
        calls.delete(toolCallId);
      }
    },
    /** In order of their beginning. */
    ids: () => [...calls.keys()].slice(-MAX_REMEMBERED_CALLS),
  };
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
