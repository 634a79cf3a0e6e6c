/**
 * Calls by the id that the agent gave them, so that a call that is asked for again after a lost line is not made again.
 */

import { type Clock, itemsOf, objectOf, stringOf } from "@tenon/basis";

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
const MAX_CALLS = 1_000;
// Answers that were large are the exception: that many may be kept in memory.
const MAX_LARGE = 8;
const LARGE_LENGTH = 1024 * 1024;

export function createRememberedCalls(clock: Clock): RememberedCalls {
  const calls = new Map<string, RememberedCall>();
  /** In the order in which they have ended. */
  const ended = new Map<RememberedCall, number>();
  return {
    add: (call) => void calls.set(call.requestId, call),
    find: (requestId) => calls.get(requestId),
    ended(call) {
      ended.set(call, clock.now());
      for (const [old, at] of ended) {
        if (clock.now() - at < KEPT_MS && ended.size <= MAX_CALLS) break;
        forget(old);
      }
      const large = [...ended.keys()].filter(isLarge);
      for (const old of large.slice(0, -MAX_LARGE)) forget(old);
    },
  };

  function forget(call: RememberedCall): void {
    ended.delete(call);
    if (calls.get(call.requestId) === call) calls.delete(call.requestId);
  }
}

/** By its texts and data: measuring all of it would cost as much as sending it. */
function isLarge({ outcome }: RememberedCall): boolean {
  const { content } = objectOf(objectOf(objectOf(outcome)["result"])["result"]);
  const length = itemsOf(content).reduce<number>((sum, block) => {
    const { text, data } = objectOf(block);
    return sum + (stringOf(text)?.length ?? 0) + (stringOf(data)?.length ?? 0);
  }, 0);
  return length > LARGE_LENGTH;
}
