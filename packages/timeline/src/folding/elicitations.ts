/**
 * Folds what a person was asked, beside permissions: each question is one entry, answered where it stands.
 *
 * The law: when a turn is over, nothing that was asked in it waits. An answer that comes late still counts.
 */

import { defined } from "@tenon/basis";

import type { ElicitationEntry } from "../entry.ts";
import type { Body, EntryList, Slot } from "./entry-list.ts";
import type { EventOf } from "../event.ts";

export interface Elicitations {
  ask(question: EventOf<"elicitation-asked">, options: { readonly isTurnOpen: boolean }): void;
  answer(answer: EventOf<"elicitation-answered">): void;
  /** What was asked in the turn waits no longer. */
  endTurn(): void;
  /** The agent that asked is gone. */
  interrupt(): void;
  /** Undefined while a question of a turn waits: the end of that turn would have to find it. */
  carry(): ElicitationsCarry | undefined;
}

/** Questions without an answer, and whether they wait for one. */
export type ElicitationsCarry = readonly (readonly [requestId: string, isWaiting: boolean])[];

interface Question {
  readonly slot: Slot<Body<ElicitationEntry>>;
  readonly isOfTurn: boolean;
}

const STATES = { accept: "accepted", decline: "declined", cancel: "cancelled", failed: "failed" } as const;

/** `onNew` is called before a question gets its entry. */
export function createElicitations(list: EntryList, onNew: () => void, carried: ElicitationsCarry = []): Elicitations {
  const open = new Map<string, Question>();
  for (const [requestId, isWaiting] of carried) {
    const state = isWaiting ? "waiting" : "cancelled";
    const slot = list.hidden<Body<ElicitationEntry>>({ type: "elicitation", message: "", mode: "", fields: [], state });
    open.set(requestId, { slot, isOfTurn: false });
  }

  return {
    ask({ requestId, message, mode, fields, host, toolCallId }, { isTurnOpen }) {
      // An id used again belongs to the new question: the old one waits for no answer.
      const replaced = open.get(requestId);
      if (replaced) giveUp(replaced.slot);
      onNew();
      const slot = list.push<Body<ElicitationEntry>>({
        type: "elicitation",
        message,
        mode,
        fields,
        ...defined({ host, toolCallId }),
        state: "waiting",
      });
      open.set(requestId, { slot, isOfTurn: isTurnOpen });
    },
    answer({ requestId, outcome, content, answeredBy }) {
      const slot = open.get(requestId)?.slot;
      open.delete(requestId);
      slot?.set({
        ...slot.body,
        state: STATES[outcome],
        ...defined({ answer: content, answeredBy }),
      });
    },
    endTurn() {
      for (const { slot, isOfTurn } of open.values()) if (isOfTurn) giveUp(slot);
    },
    interrupt() {
      for (const { slot } of open.values()) giveUp(slot);
      open.clear();
    },
    carry() {
      const isWaiting = ({ slot }: Question) => slot.body.state === "waiting";
      if ([...open.values()].some((question) => question.isOfTurn && isWaiting(question))) return undefined;
      return [...open].map(([requestId, question]) => [requestId, isWaiting(question)]);
    },
  };

  function giveUp(slot: Question["slot"]): void {
    if (slot.body.state === "waiting") slot.set({ ...slot.body, state: "cancelled" });
  }
}
