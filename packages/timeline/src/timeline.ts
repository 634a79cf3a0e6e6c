/**
 * Folds what happens in one session into the entries that a person reads, in the order in which it happened.
 *
 * The law of interleaving: a tool call ends the message or thought before it; text after it is a new entry; changes to a
 * call happen where it stands and never move it. Nothing throws, whatever an agent sends.
 */

import { createElicitations } from "./elicitations.ts";
import type { Entry, ReceiptEntry, TurnEndEntry } from "./entry.ts";
import { type Body, createEntryList, type Slot } from "./entry-list.ts";
import type { TimelineEvent } from "./event.ts";
import { createMessages } from "./messages.ts";
import { createTerminals } from "./terminals.ts";
import type { TimelineState } from "./timeline-state.ts";
import { createToolCalls } from "./tool-calls.ts";
import { createUpdates } from "./updates.ts";

export interface Timeline {
  /** In order. The list grows in place; an entry in it is replaced when it changes, never altered. */
  readonly entries: readonly Entry[];
  readonly state: TimelineState;
  /** Adds one event, and returns the entries that are new or have changed, in order. */
  add(event: TimelineEvent): readonly Entry[];
}

export function createTimeline(): Timeline {
  const list = createEntryList();
  const messages = createMessages(list);
  const terminals = createTerminals();
  const calls = createToolCalls(list, terminals, messages.end);
  const updates = createUpdates({ list, messages, calls, onReplayedPrompt: beginTurn });
  const elicitations = createElicitations(list, messages.end);
  const receipts = new Map<string, Slot<Body<ReceiptEntry>>>();
  const openTurns: (string | undefined)[] = [];
  let isCancelled = false;
  let hasBegun = false;
  let replay: "none" | "wanted" | "known" = "none";

  return {
    entries: list.entries,
    get state() {
      return updates.state;
    },
    add: (event) =>
      list.changesOf(event.at, () => {
        apply(event);
        updates.setTurnOpen(openTurns.length > 0);
      }),
  };

  function apply(event: TimelineEvent): void {
    switch (event.type) {
      case "update":
        return addUpdate(event);
      case "replay-end":
        return endReplay();
      case "prompt":
        return addPrompt(event);
      case "cancel":
        // A cancel that comes too late must not reach the next turn [C-06].
        isCancelled = openTurns.length > 0;
        return isCancelled ? calls.closeAll("cancel") : undefined;
      case "turn-end":
        return endTurn(event);
      case "interruption":
        return interrupt();
      case "permission-asked":
        calls.update(event.toolCall.toolCallId, event.toolCall, true);
        return calls.ask(event.toolCall.toolCallId, event.requestId, event.options);
      case "permission-answered": {
        const { requestId, outcome: state, optionId, answeredBy } = event;
        return calls.answer(requestId, {
          state,
          ...(optionId !== undefined && { optionId }),
          ...(answeredBy !== undefined && { answeredBy }),
        });
      }
      case "elicitation-asked":
        return elicitations.ask(event, { isTurnOpen: openTurns.length > 0 });
      case "elicitation-answered":
        return elicitations.answer(event);
      case "terminal-created":
      case "terminal-output":
      case "terminal-state":
        terminals.apply(event);
        return calls.showTerminal(event.terminalId);
      case "receipt":
        return setReceipt(event);
      case "decision":
        return calls.decide(event.toolCallId, { effect: event.effect, reason: event.reason });
    }
  }

  function addUpdate({ update, isReplay = false }: EventOf<"update">): void {
    if (!isReplay) replay = "none";
    else if (replay === "none") replay = list.entries.some(isHistory) ? "known" : "wanted";
    if (replay === "known") updates.addInSilence(update);
    else updates.add(update, { isReplay });
  }

  /** What was replayed is in the past: nothing of it goes on, unless a turn is running. */
  function endReplay(): void {
    const isOver = replay === "wanted" && openTurns.length === 0;
    replay = "none";
    if (!isOver) return;
    messages.end();
    calls.closeAll("interruption");
  }

  function addPrompt({ content, requestId }: EventOf<"prompt">): void {
    endReplay();
    beginTurn();
    hasBegun = true;
    openTurns.push(requestId);
    messages.addPrompt(content);
  }

  function beginTurn(): void {
    calls.closeAll("interruption");
    calls.nextTurn();
    updates.nextTurn();
    isCancelled = false;
  }

  function endTurn({ requestId, stopReason, error }: EventOf<"turn-end">): void {
    const index = requestId === undefined ? 0 : openTurns.indexOf(requestId);
    const isKnown = index >= 0 && index < openTurns.length;
    // The turn was given up before, and its end told; only a timeline that begins in the middle of one has no prompt.
    if (!isKnown && hasBegun) return;
    if (isKnown) openTurns.splice(index, 1);
    finish(isCancelled || stopReason === "cancelled" ? "cancel" : "turn-end", {
      ...(stopReason !== undefined && { stopReason }),
      ...(error && { error }),
    });
  }

  function interrupt(): void {
    const wasOpen = openTurns.splice(0).length > 0;
    updates.interrupt();
    elicitations.interrupt();
    finish("interruption", wasOpen ? { isInterrupted: true } : undefined);
  }

  function finish(
    closedBy: "turn-end" | "cancel" | "interruption",
    end: Omit<Body<TurnEndEntry>, "type"> | undefined,
  ): void {
    messages.end();
    messages.forgetPrompt();
    calls.closeAll(closedBy);
    elicitations.endTurn();
    if (end) list.push<Body<TurnEndEntry>>({ type: "turn-end", ...end });
    isCancelled = false;
  }

  function setReceipt({ server, state, reason }: EventOf<"receipt">): void {
    const body: Body<ReceiptEntry> = { type: "receipt", server, state, ...(reason !== undefined && { reason }) };
    const slot = receipts.get(server);
    if (slot) slot.set(body);
    else receipts.set(server, list.push(body));
  }
}

type EventOf<Type extends TimelineEvent["type"]> = Extract<TimelineEvent, { readonly type: Type }>;

/** Something that an agent would replay. */
function isHistory({ type }: Entry): boolean {
  return type === "user-message" || type === "agent-message" || type === "thought" || type === "tool-call";
}
