/**
 * Which sessions have lost something of a turn that could not be recorded: the turn's answer must not say that all is well.
 */

import { objectOf, stringOf } from "@tenon/basis";

/** Who sent a message: the one whose stream this is, or its peer. Both number their requests from 0. */
export type Sender = "near" | "far";

export interface Losses {
  /** Every message that goes on, in either direction. */
  see(message: unknown, from: Sender): void;
  /** A message was not recorded, and so not passed on. Its session, if this is the first that a turn of it has lost. */
  lose(message: unknown, problem: string): string | undefined;
  /** Ends the turn that this message answers. Why it has failed; undefined if it has lost nothing, or answers no turn. */
  end(message: unknown, from: Sender): string | undefined;
}

/** Of a request. */
export function keyOf(id: unknown, from: Sender): string {
  return `${from} ${JSON.stringify(id)}`;
}

/** Of the request that a response with this id answers. */
export function answeredKeyOf(id: unknown, from: Sender): string {
  return keyOf(id, from === "near" ? "far" : "near");
}

interface Turn {
  readonly sessionId: string;
  problem?: string;
}

export function createLosses(): Losses {
  const turns = new Map<string, Turn>();
  return {
    see(message, from) {
      const { id, method } = objectOf(message);
      const sessionId = sessionIdOf(message);
      if (method === "session/prompt" && sessionId !== undefined) turns.set(keyOf(id, from), { sessionId });
    },
    lose(message, problem) {
      const sessionId = sessionIdOf(message);
      const hit = [...turns.values()].filter((turn) => turn.sessionId === sessionId && turn.problem === undefined);
      for (const turn of hit) turn.problem = problem;
      return hit.length > 0 ? sessionId : undefined;
    },
    end(message, from) {
      const { id, method } = objectOf(message);
      if (method !== undefined) return undefined;
      const key = answeredKeyOf(id, from);
      const turn = turns.get(key);
      turns.delete(key);
      return turn?.problem;
    },
  };
}

function sessionIdOf(message: unknown): string | undefined {
  return stringOf(objectOf(objectOf(message)["params"])["sessionId"]);
}
