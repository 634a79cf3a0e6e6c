/**
 * What to do when the server refuses a request: other tokens, a person, or an error. Bounded, so that a server that is
 * never content costs no more than one sign-in.
 */

import { computeScopeUnion, isStrictScopeSuperset } from "@modelcontextprotocol/client";

import { machineGrant } from "./client-identity.ts";
import type { SignInContext } from "./context.ts";
import type { Refusal } from "./guard-fetch.ts";
import type { PersonalSignIn } from "./person/personal-sign-in.ts";
import { type SignInError, signInError } from "./sign-in-error.ts";
import type { TokenKeeper, Tokens } from "./token-keeper.ts";

export interface RefusalAnswerer {
  /** Other tokens to try. Rejects with a `SignInError`. */
  answer(refusal: Refusal): Promise<Tokens>;
  /** The server has accepted a request. */
  onAccepted(): void;
}

// Another process may have renewed them, and what it got may have expired too.
const MAX_RENEWALS = 2;
// A token refused so soon after a sign-in would be refused again after another.
const FRESH_MS = 60_000;

export function answerRefusals(
  { serverUrl, clock, identity }: SignInContext,
  { keeper, person }: { readonly keeper: TokenKeeper; readonly person: PersonalSignIn },
): RefusalAnswerer {
  const isMachine = machineGrant(identity) !== undefined;
  let acceptedAt = -Infinity;

  return {
    onAccepted: () => void (acceptedAt = clock.now()),

    async answer({ challenge, tokens, times }) {
      const isForScope = challenge.type === "scope";
      const asked = computeScopeUnion(tokens?.scope, person.last()?.scope);
      if (isForScope && !isStrictScopeSuperset(challenge.scope, asked)) throw scopeRefused(challenge.scope);
      const renewed = times > MAX_RENEWALS ? undefined : await keeper.renew(tokens, challenge);
      if (renewed) return renewed;
      if (isForScope && isMachine) throw scopeRefused(challenge.scope);
      if (isMachine || (!isForScope && isFresh(tokens))) throw tokenRefused();
      if (isForScope && challenge.scope !== undefined) await keeper.want(challenge.scope);
      throw await person.needed({ challenge, granted: tokens });
    },
  };

  /** Whether a person has just signed in and the server has accepted nothing since. */
  function isFresh(tokens: Tokens | undefined): boolean {
    const last = person.last();
    return tokens !== undefined && last !== undefined && acceptedAt < last.at && clock.now() - last.at < FRESH_MS;
  }

  function scopeRefused(scope: string | undefined): SignInError {
    const message = (server: string) => `${server} asks for more scopes, which signing in again does not grant`;
    return signInError("scope_refused", serverUrl, message, { scope });
  }

  function tokenRefused(): SignInError {
    return signInError("token_refused", serverUrl, (server) => `${server} refuses a token that was just issued for it`);
  }
}
