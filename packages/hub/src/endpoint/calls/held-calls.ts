/**
 * Calls that wait for an answer of their caller. Each is named by the `requestState` that the caller repeats the call with.
 */

import { randomUUID } from "node:crypto";

import { inputRequired, type InputRequiredResult } from "@modelcontextprotocol/server";
import { type Clock, formatDuration, type JsonObject } from "@tenon/basis";

import type { CallQuestions } from "./held-questions.ts";
import type { RunningCall } from "./running-call.ts";

export interface HeldCalls {
  hold(call: RunningCall, questions: CallQuestions): InputRequiredResult;
  /** The call of this state, with its questions answered as far as there are responses; undefined if there is none. */
  resume(state: string, responses: JsonObject): RunningCall | undefined;
  close(): void;
}

// People leave their desks, and a held call costs little; the agent may also have gone without a word.
const HELD_MS = 30 * 60_000;
const MAX_HELD = 64;

export function createHeldCalls({ clock }: { readonly clock: Clock }): HeldCalls {
  const held = new Map<string, { readonly call: RunningCall; readonly questions: CallQuestions; release(): void }>();

  return {
    hold(call, questions) {
      const state = randomUUID();
      const waiting = new AbortController();
      const release = () => {
        waiting.abort();
        held.delete(state);
      };
      held.set(state, { call, questions, release });
      const giveUp = (reason: string) => {
        release();
        call.abort(new Error(reason));
      };
      clock.after(HELD_MS, waiting.signal).then(
        () => giveUp(`The question was not answered within ${formatDuration(HELD_MS)}`),
        () => {}, // it was answered
      );
      void call.result.then(release);
      const [oldest] = held.values();
      if (held.size > MAX_HELD && oldest) {
        oldest.release();
        oldest.call.abort(new Error("Too many calls wait for an answer"));
      }
      return inputRequired({ inputRequests: { ...questions.open }, requestState: state });
    },
    resume(state, responses) {
      const found = held.get(state);
      found?.release();
      found?.questions.answer(responses);
      return found?.call;
    },
    close() {
      for (const { release } of held.values()) release();
    },
  };
}
