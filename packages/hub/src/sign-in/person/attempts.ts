/**
 * At most one sign-in by a person at a time. A request that needs one joins the one under way, unless that would not
 * grant enough: then a new one replaces it that asks for both.
 */

import { computeScopeUnion, isStrictScopeSuperset } from "@modelcontextprotocol/client";

import { ownScope } from "../client-identity.ts";
import type { SignInContext } from "../context.ts";
import { translateFailure } from "../translate-failure.ts";
import { type Attempt, type AttemptOptions, closed, openAttempt, type Wanted } from "./attempt.ts";

export interface Attempts {
  /** One that asks for at least this. Rejects with a `SignInError`. */
  join(wanted: Wanted): Promise<Attempt>;
  /** The one under way. */
  current(): Promise<Attempt> | undefined;
  /** Resolves when nothing is under way any more; for after the signal. */
  over(): Promise<void>;
}

export function createAttempts(
  context: SignInContext,
  options: Pick<AttemptOptions, "adopt"> & { readonly onAttempt: (attempt: Attempt) => void },
): Attempts {
  const { serverUrl, identity, life } = context;
  let latest: { readonly scope: string | undefined; readonly attempt: Promise<Attempt> } | undefined;
  let unfinished = Promise.resolve();
  const later = (work: Promise<void>) => {
    unfinished = Promise.allSettled([unfinished, work]).then(() => {});
  };

  return {
    join,
    current: () => latest?.attempt,
    async over() {
      const attempt = await latest?.attempt.catch(() => undefined); // reported to those who joined it
      await attempt?.done.catch(() => {}); // reported to those who wait for it
      await unfinished;
    },
  };

  function join(wanted: Wanted): Promise<Attempt> {
    const scope = computeScopeUnion(ownScope(identity), wanted.granted?.scope, wanted.challenge?.scope);
    if (latest && !isStrictScopeSuperset(scope, latest.scope)) return latest.attempt;
    const before = latest;
    const attempt = open(wanted, before);
    const mine = { scope: computeScopeUnion(before?.scope, scope), attempt };
    latest = mine;
    const forget = () => {
      if (latest === mine) latest = undefined;
    };
    attempt.then(({ over }) => over.addEventListener("abort", forget), forget);
    return attempt;
  }

  async function open(wanted: Wanted, before: typeof latest): Promise<Attempt> {
    try {
      // Its listener has to be gone first: the new one wants the same port.
      const replaced = await before?.attempt.catch(() => undefined); // reported to those who joined it
      replaced?.callOff();
      await replaced?.done.catch(() => {}); // cancelled
      const attempt = await openAttempt(context, wanted, { adopt: options.adopt, later, before: before?.scope });
      options.onAttempt(attempt);
      return attempt;
    } catch (error) {
      throw life.aborted ? closed(serverUrl) : translateFailure(error, serverUrl);
    }
  }
}
