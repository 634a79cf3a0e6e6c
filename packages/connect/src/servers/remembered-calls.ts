/**
 * Calls by the id that the agent gave them, so that a call that is asked for again after a lost line is not made again.
 */

import { type Clock, itemsOf, objectOf, RPC_ERROR, stringOf } from "@tenon/basis";

export interface RememberedCall {
  readonly requestId: string;
  /** It goes on when the line is lost: a tool call. */
  readonly isKept: boolean;
  /** The outer request that waits for it now; undefined while no line has asked. */
  waiting: unknown;
  readonly cancel: AbortController;
  /** The answer, once there is one: the fields of a response. */
  outcome: Outcome | undefined;
}

export type Outcome = { readonly result: unknown } | { readonly error: object };

export interface RememberedCalls {
  add(call: RememberedCall): void;
  find(requestId: string): RememberedCall | undefined;
  /** It has its answer. */
  ended(call: RememberedCall): void;
}

// The gateway asks again within a minute, or not at all; it may count on five.
const KEPT_MS = 10 * 60_000;
// That many answers are kept in memory. The ids of all others stay: a call without an id would be run a second time.
const MAX_ANSWERS = 1_000;
const MAX_LARGE = 8;
const LARGE_LENGTH = 1024 * 1024;

export function createRememberedCalls(clock: Clock): RememberedCalls {
  const calls = new Map<string, RememberedCall>();
  /** In the order in which they have ended, and when. */
  const ended = new Map<RememberedCall, number>();
  /** Those of them whose answers are kept. */
  const small = new Set<RememberedCall>();
  const large = new Set<RememberedCall>();
  return {
    add: (call) => void calls.set(call.requestId, call),
    find: (requestId) => calls.get(requestId),
    ended(call) {
      ended.set(call, clock.now());
      if (isLarge(call)) keep(call, large, MAX_LARGE);
      else keep(call, small, MAX_ANSWERS);
      for (const [old, at] of ended) {
        if (clock.now() - at < KEPT_MS) break;
        forget(old);
      }
    },
  };

  function keep(call: RememberedCall, answered: Set<RememberedCall>, most: number): void {
    answered.add(call);
    const [oldest] = answered;
    if (answered.size <= most || !oldest) return;
    answered.delete(oldest);
    oldest.outcome = ANSWER_DROPPED;
  }

  function forget(call: RememberedCall): void {
    ended.delete(call);
    small.delete(call);
    large.delete(call);
    if (calls.get(call.requestId) === call) calls.delete(call.requestId);
  }
}

const ANSWER_DROPPED: Outcome = {
  error: { code: RPC_ERROR.serverFailed, message: "The call has ended, and its result is no longer stored" },
};

/** By its texts and data: measuring all of it would cost as much as sending it. */
function isLarge({ outcome }: RememberedCall): boolean {
  const { content } = objectOf(objectOf(objectOf(outcome)["result"])["result"]);
  const length = itemsOf(content).reduce<number>((sum, block) => {
    const { text, data } = objectOf(block);
    return sum + (stringOf(text)?.length ?? 0) + (stringOf(data)?.length ?? 0);
  }, 0);
  return length > LARGE_LENGTH;
}
