/**
 * Calls that wait for the client to come back with answers.
 */

import { type Clock, randomId } from "@tenon/basis";

import { ToolError } from "../tool-error.ts";
import { ANSWER_MS } from "./asker.ts";

export interface HeldCalls<Call extends { abort(reason: unknown): void }> {
  /** The state that names it: only the client that got it can know it. Throws a `ToolError` if too many are held. */
  hold(call: Call): string;
  /** Each state is good for one return. */
  take(state: string): Call | undefined;
}

const MAX_HELD = 100;

export function createHeldCalls<Call extends { abort(reason: unknown): void }>(clock: Clock): HeldCalls<Call> {
  const held = new Map<string, { readonly call: Call; readonly expiry: AbortController }>();
  return {
    hold(call) {
      if (held.size >= MAX_HELD) throw new ToolError("busy", `${held.size} calls wait for answers of users`);
      const state = randomId();
      const expiry = new AbortController();
      held.set(state, { call, expiry });
      clock.after(ANSWER_MS, expiry.signal).then(
        () => {
          held.delete(state);
          call.abort(new ToolError("timeout", "The user did not answer"));
        },
        () => {}, // It was taken in time.
      );
      return state;
    },
    take(state) {
      const found = held.get(state);
      held.delete(state);
      found?.expiry.abort();
      return found?.call;
    },
  };
}
