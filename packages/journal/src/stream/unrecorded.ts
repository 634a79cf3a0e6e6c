/**
 * What becomes of a message whose record has failed, and of the turn that it belonged to.
 *
 * The law: what cannot be recorded does not go on. A request is answered with an error, a response becomes one, a
 * notification is left out, and the answer to its turn is an error too. The next message has its own chance. Only what
 * stops work passes all the same: a full disk must not keep anyone from cancelling a turn.
 */

import { objectOf } from "@tenon/basis";

import { describeToClients } from "../journal-error.ts";
import { answeredKeyOf, createLosses, keyOf, type Sender } from "./losses.ts";
import { type StandIn, standInFor } from "./stand-in.ts";

export interface Unrecorded {
  /** A message was recorded. The error that takes its place, if it answers a turn that has lost something. */
  afterRecord(message: unknown, from: Sender): StandIn["onward"];
  /** A message was not recorded: whether it goes on all the same, or what is carried in its place. */
  afterFailure(message: unknown, from: Sender, error: unknown): StandIn & { readonly goesOn: boolean };
}

const STOPS_WORK: ReadonlySet<unknown> = new Set(["session/cancel", "$/cancel_request", "session/close"]);

/** `onLoss`: a turn of this session has lost a message. */
export function createUnrecorded(onLoss: (sessionId: string) => void): Unrecorded {
  const losses = createLosses();
  const closings = new Set<string>();
  return {
    afterRecord(message, from) {
      endsClosing(message, from);
      const problem = losses.end(message, from);
      losses.see(message, from);
      return problem === undefined ? undefined : standInFor(message, problem).onward;
    },
    afterFailure(message, from, error) {
      const { id, method } = objectOf(message);
      const isEnd = endsClosing(message, from);
      losses.end(message, from);
      if (method === "session/close") closings.add(keyOf(id, from));
      if (isEnd || STOPS_WORK.has(method)) return { goesOn: true };
      const problem = describeToClients(error);
      const sessionId = id === undefined ? losses.lose(message, problem) : undefined;
      if (sessionId !== undefined) onLoss(sessionId);
      return { goesOn: false, ...standInFor(message, problem) };
    },
  };

  function endsClosing(message: unknown, from: Sender): boolean {
    const { id, method } = objectOf(message);
    return method === undefined && closings.delete(answeredKeyOf(id, from));
  }
}
