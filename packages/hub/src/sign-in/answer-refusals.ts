/**
 * What to do when the server does not take a request: other tokens, a person, or an honest failure. Bounded, so that a
 * server that is never content costs nobody more than one sign-in.
 */

import { computeScopeUnion, isStrictScopeSuperset } from "@modelcontextprotocol/client";
import type { Clock } from "@tenon/basis";

import type { Refusal } from "./http/guard-fetch.ts";
import type { PersonalSignIn } from "./person/personal-sign-in.ts";
import { plainAddress, SignInError } from "./sign-in-error.ts";
import type { TokenKeeper, Tokens } from "./token-keeper.ts";

export interface AnswerRefusalsOptions {
  readonly serverUrl: string;
  readonly keeper: TokenKeeper;
  readonly person: PersonalSignIn;
  /** Whether a person has no part in it. */
  readonly isMachine: boolean;
  readonly clock: Clock;
}

export interface RefusalAnswerer {
  /** Other tokens to try. Rejects with a `SignInError`. */
  answer(refusal: Refusal): Promise<Tokens>;
  /** The server has taken a request. */
  onAccepted(): void;
}

// Another process may have renewed them, and what it got may have expired too.
const MOST_RENEWALS = 2;
// Who is refused so soon after signing in would be refused again.
const FRESH_MS = 60_000;

export function answerRefusals(options: AnswerRefusalsOptions): RefusalAnswerer {
  const { keeper, person, isMachine, clock } = options;
  const server = plainAddress(options.serverUrl);
  let acceptedAt = -Infinity;

  return {
    onAccepted: () => void (acceptedAt = clock.now()),

    async answer({ challenge, tokens, times }) {
      const isForScope = challenge.type === "scope";
      const asked = computeScopeUnion(tokens?.scope, person.last()?.scope);
      if (isForScope && !isStrictScopeSuperset(challenge.scope, asked)) throw scopeRefused(challenge.scope);
      const renewed = times > MOST_RENEWALS ? undefined : await keeper.renew(tokens, challenge);
      if (renewed) return renewed;
      if (isForScope && isMachine) throw scopeRefused(challenge.scope);
      if (isMachine || (!isForScope && isFresh(tokens))) throw tokenRefused();
      if (isForScope && challenge.scope !== undefined) await keeper.want(challenge.scope);
      throw await person.needed({ challenge, granted: tokens });
    },
  };

  /** Whether somebody has just signed in and the server has taken nothing since. */
  function isFresh(tokens: Tokens | undefined): boolean {
    const last = person.last();
    return tokens !== undefined && last !== undefined && acceptedAt < last.at && clock.now() - last.at < FRESH_MS;
  }

  function scopeRefused(scope: string | undefined): SignInError {
    const message = `${server} asks for more rights, which signing in again does not give`;
    return new SignInError("scope_refused", message, { server, scope });
  }

  function tokenRefused(): SignInError {
    return new SignInError("token_refused", `${server} does not take a token that was just issued for it`, { server });
  }
}
