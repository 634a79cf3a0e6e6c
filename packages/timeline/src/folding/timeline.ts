/**
 * Folds what happens in one session into the entries that a person reads, in the order in which it happened.
 *
 * The law of interleaving: a tool call ends the message or thought before it; text after it is a new entry; changes to a
 * call happen where it stands and never move it. Nothing throws, whatever an agent sends.
 */

import { defined } from "@tenon/basis";

import type { Entry, ReceiptEntry } from "../entry.ts";
import type { EventOf, TimelineEvent } from "../event.ts";
import { createElicitations, type Elicitations, type ElicitationsCarry } from "./elicitations.ts";
import { type Body, createEntryList, type EntryList, type Slot } from "./entry-list.ts";
import { createMessages, type Messages } from "./messages.ts";
import { createTerminals, type Terminals, type TerminalsCarry } from "./terminals.ts";
import type { TimelineState } from "./timeline-state.ts";
import { createToolCalls, type ToolCalls, type ToolCallsCarry } from "./tool-calls.ts";
import { createTurns, type Turns } from "./turns.ts";
import { createUpdates, type UpdatesCarry } from "./updates.ts";

export interface Timeline {
  /** In order. The list grows in place; an entry in it is replaced when it changes, never altered. */
  readonly entries: readonly Entry[];
  readonly state: TimelineState;
  /** Adds one event, and returns the entries that are new or have changed, in order. */
  add(event: TimelineEvent): readonly Entry[];
  /** What a timeline needs that goes on from here. The next event must be a prompt. Undefined if none can. */
  carry(): TimelineCarry | undefined;
  /** The last event concerns entries from before the carry: add it to the timeline of the part before, too. */
  readonly reachesBack: boolean;
}

/**
 * What the events after a prompt need of the events before it, as JSON. It names only what is unfinished, so it does not
 * grow with a session.
 */
export interface TimelineCarry extends UpdatesCarry, ToolCallsCarry {
  readonly terminals: TerminalsCarry;
  readonly elicitations: ElicitationsCarry;
  /** The servers that have a receipt. */
  readonly receipts: readonly string[];
  /** The prompts that have not been answered; null for one without an id. */
  readonly open: readonly (string | null)[];
  /** Who sends the prompt that comes next. */
  readonly by?: string;
}

export interface TimelineOptions {
  /** Names each new entry; without it they are numbered. */
  readonly newKey?: () => string;
  /** Begins in the middle of a session, with a prompt, as if all events before it had been added. */
  readonly carry?: TimelineCarry | undefined;
}

export function createTimeline({ newKey, carry }: TimelineOptions = {}): Timeline {
  const list = createEntryList(newKey);
  const messages = createMessages(list, carry?.by);
  const terminals = createTerminals(carry?.terminals);
  const calls = createToolCalls(list, terminals, messages.end, carry);
  const updates = createUpdates({ list, messages, calls }, carry);
  const elicitations = createElicitations(list, messages.end, carry?.elicitations);
  const open = carry?.open.map((requestId) => requestId ?? undefined);
  const turns = createTurns({ list, messages, calls, updates, elicitations }, open);
  const receipts = createReceipts(list, carry?.receipts);
  let added = 0;

  return {
    entries: list.entries,
    get state() {
      return updates.state;
    },
    get reachesBack() {
      // The prompt ends whatever was being written or done.
      return list.reachesBack || (carry !== undefined && added === 1);
    },
    add: (event) =>
      list.changesOf(event.at, () => {
        added += 1;
        apply({ messages, terminals, calls, elicitations, turns, receipts }, event);
        updates.setTurnOpen(turns.isOpen);
      }),
    carry() {
      const questions = elicitations.carry();
      if (!questions) return undefined;
      return {
        ...updates.carry(),
        ...calls.carry(),
        terminals: terminals.carry(),
        elicitations: questions,
        receipts: receipts.servers(),
        open: turns.open.map((requestId) => requestId ?? null),
        ...defined({ by: messages.nextBy }),
      };
    },
  };
}

interface Parts {
  readonly messages: Messages;
  readonly terminals: Terminals;
  readonly calls: ToolCalls;
  readonly elicitations: Elicitations;
  readonly turns: Turns;
  readonly receipts: ReturnType<typeof createReceipts>;
}

function apply({ messages, terminals, calls, elicitations, turns, receipts }: Parts, event: TimelineEvent): void {
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
      return receipts.set(event);
    case "decision":
      return calls.decide(event.toolCallId, { effect: event.effect, reason: event.reason });
  }
}

/** One entry for each server, which changes with its state. */
function createReceipts(list: EntryList, carried: readonly string[] = []) {
  const slots = new Map<string, Slot<Body<ReceiptEntry>>>();
  for (const server of carried) slots.set(server, list.hidden({ type: "receipt", server, state: "" }));
  return {
    servers: () => [...slots.keys()],
    set({ server, state, reason }: EventOf<"receipt">): void {
      const body: Body<ReceiptEntry> = { type: "receipt", server, state, ...defined({ reason }) };
      const slot = slots.get(server);
      if (slot) slot.set(body);
      else slots.set(server, list.push(body));
    },
  };
}
