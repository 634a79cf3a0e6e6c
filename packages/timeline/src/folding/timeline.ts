/**
 * Folds what happens in one session into the entries that a person reads, in the order in which it happened.
 *
 * The law of interleaving: a tool call ends the message or thought before it; text after it is a new entry; changes to a
 * call happen where it stands and never move it. Nothing throws, whatever an agent sends.
 */

import { defined } from "@tenon/basis";

import type { Entry, ReceiptEntry } from "../entry.ts";
import type { EventOf, TimelineEvent } from "../event.ts";
import { createElicitations } from "./elicitations.ts";
import { type Body, createEntryList, type EntryList, type Slot } from "./entry-list.ts";
import { createMessages } from "./messages.ts";
import { createTerminals } from "./terminals.ts";
import type { TimelineState } from "./timeline-state.ts";
import { createToolCalls } from "./tool-calls.ts";
import { createTurns } from "./turns.ts";
import { createUpdates } from "./updates.ts";

export interface Timeline {
  /** In order. The list grows in place; an entry in it is replaced when it changes, never altered. */
  readonly entries: readonly Entry[];
  readonly state: TimelineState;
  /** Adds one event, and returns the entries that are new or have changed, in order. */
  add(event: TimelineEvent): readonly Entry[];
}

/** `newKey` names each new entry; without it they are numbered. */
export function createTimeline({ newKey }: { readonly newKey?: () => string } = {}): Timeline {
  const list = createEntryList(newKey);
  const messages = createMessages(list);
  const terminals = createTerminals();
  const calls = createToolCalls(list, terminals, messages.end);
  const updates = createUpdates({ list, messages, calls });
  const elicitations = createElicitations(list, messages.end);
  const turns = createTurns({ list, messages, calls, updates, elicitations });
  const setReceipt = createReceipts(list);

  return {
    entries: list.entries,
    get state() {
      return updates.state;
    },
    add: (event) =>
      list.changesOf(event.at, () => {
        apply(event);
        updates.setTurnOpen(turns.isOpen);
      }),
  };

  function apply(event: TimelineEvent): void {
    switch (event.type) {
      case "update":
        return turns.addUpdate(event);
      case "replay-end":
        return turns.endReplay();
      case "prompted-by":
        return messages.promptedBy(event.by);
      case "prompt":
        return turns.prompt(event);
      case "cancel":
        return turns.cancel();
      case "turn-end":
        return turns.end(event);
      case "interruption":
        return turns.interrupt(event);
      case "permission-asked":
        calls.update(event.toolCall.toolCallId, event.toolCall, true);
        return calls.ask(event.toolCall.toolCallId, event.requestId, event.options);
      case "permission-answered": {
        const { requestId, outcome: state, optionId, answeredBy } = event;
        return calls.answer(requestId, { state, ...defined({ optionId, answeredBy }) });
      }
      case "elicitation-asked":
        return elicitations.ask(event, { isTurnOpen: turns.isOpen });
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
}

/** One entry for each server, which changes with its state. */
function createReceipts(list: EntryList) {
  const slots = new Map<string, Slot<Body<ReceiptEntry>>>();
  return ({ server, state, reason }: EventOf<"receipt">): void => {
    const body: Body<ReceiptEntry> = { type: "receipt", server, state, ...defined({ reason }) };
    const slot = slots.get(server);
    if (slot) slot.set(body);
    else slots.set(server, list.push(body));
  };
}
