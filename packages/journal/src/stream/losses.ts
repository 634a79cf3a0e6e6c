/**
 * Which sessions have lost something of a turn that could not be recorded: the turn's answer must not say that all is well.
 */

type Fields = Readonly<Record<string, unknown>>;

export interface Losses {
  /** Every message that goes on, in either direction. */
  see(message: unknown): void;
  /** A message was not recorded, and so not passed on. Its session, if this is the first that a turn of it has lost. */
  lose(message: unknown, problem: string): string | undefined;
  /** Why the turn that this message answers has failed; undefined if it has lost nothing, or answers no turn. */
  problemOf(message: unknown): string | undefined;
}

interface Turn {
  readonly sessionId: string;
  problem?: string;
}

export function createLosses(): Losses {
  const turns = new Map<unknown, Turn>();
  return {
    see(message) {
      const { id, method } = fieldsOf(message);
      const sessionId = sessionIdOf(message);
      if (method === "session/prompt" && sessionId !== undefined) turns.set(id, { sessionId });
    },
    lose(message, problem) {
      const sessionId = sessionIdOf(message);
      const hit = [...turns.values()].filter((turn) => turn.sessionId === sessionId && turn.problem === undefined);
      for (const turn of hit) turn.problem = problem;
      return hit.length > 0 ? sessionId : undefined;
    },
    problemOf(message) {
      const { id, method } = fieldsOf(message);
      if (method !== undefined) return undefined;
      const turn = turns.get(id);
      turns.delete(id);
      return turn?.problem;
    },
  };
}

function sessionIdOf(message: unknown): string | undefined {
  const { sessionId } = fieldsOf(fieldsOf(message)["params"]);
  return typeof sessionId === "string" ? sessionId : undefined;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
