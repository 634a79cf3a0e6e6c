/**
 * Finds out which revision of MCP a server speaks.
 *
 * The server is asked in the newer revision. If it stays silent it is greeted in the older one, on a second connection:
 * the SDKs for Python and Go refuse an `initialize` that follows a `server/discover` they have not read yet, so one
 * connection never carries both. The first connection that is answered stays, the other is closed.
 */

import type { Connection } from "./connection.ts";

export interface Negotiation {
  /** Opens a connection with `server/discover`. */
  ask(signal: AbortSignal): Promise<Connection>;
  /** Opens a connection with `initialize`. */
  greet(signal: AbortSignal): Promise<Connection>;
  /** Resolves when the server has been silent for too long; rejects when the signal aborts. */
  silence(signal: AbortSignal): Promise<void>;
  /** Whether a server of the older revision may fail like this when it is asked for the newer one. */
  isInconclusive(error: unknown): boolean;
}

/** Rejects with the error of the attempt that says more about the server. */
export async function negotiate(negotiation: Negotiation, signal: AbortSignal): Promise<Connection> {
  const { isInconclusive } = negotiation;
  const asking = begin((own) => negotiation.ask(own), signal);
  if (await settlesBefore(asking.result, (own) => negotiation.silence(own))) {
    try {
      return await asking.result;
    } catch (error) {
      if (signal.aborted || !isInconclusive(error)) throw error;
      return await negotiation.greet(signal);
    }
  }
  const greeting = begin((own) => negotiation.greet(own), signal);
  const won = await Promise.any([
    asking.result.then((connection) => ({ connection, loser: greeting })),
    greeting.result.then((connection) => ({ connection, loser: asking })),
  ]).catch(async () => {
    const error: unknown = await asking.result.catch((reason: unknown) => reason);
    throw isInconclusive(error) ? await greeting.result.catch((reason: unknown) => reason) : error;
  });
  const left = won.loser.leave();
  return {
    ...won.connection,
    async close() {
      await Promise.all([won.connection.close(), left]);
    },
  };
}

interface Attempt {
  readonly result: Promise<Connection>;
  /** Gives the attempt up. Resolves when nothing is left of it. */
  leave(): Promise<void>;
}

function begin(open: (signal: AbortSignal) => Promise<Connection>, signal: AbortSignal): Attempt {
  const own = new AbortController();
  const result = open(AbortSignal.any([signal, own.signal]));
  result.catch(() => {}); // who needs it awaits it
  return {
    result,
    async leave() {
      own.abort(new Error("The server answered on another connection"));
      await result.then(
        (connection) => connection.close(),
        () => {}, // closed by its own failure
      );
    },
  };
}

/** Whether this ends, well or badly, before the other does. */
async function settlesBefore(
  result: Promise<unknown>,
  other: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const settled = new AbortController();
  const ended = result.then(
    () => true,
    () => true,
  );
  const late = other(settled.signal).then(
    () => false,
    () => true,
  );
  return await Promise.race([ended, late]).finally(() => settled.abort());
}
