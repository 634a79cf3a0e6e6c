/**
 * At most one sign-in by a person at a time. Whoever needs one joins the one under way, unless that would not grant
 * enough: then a new one takes its place that asks for both.
 */

import { computeScopeUnion, type FetchLike, isStrictScopeSuperset } from "@modelcontextprotocol/client";
import type { Clock } from "@tenon/basis";

import { beginAuthorization } from "../flow/authorization.ts";
import { boundIssuer, type ClientIdentity, ownClient, ownScope } from "../flow/client-identity.ts";
import { discover } from "../flow/discover.ts";
import { newProofKey } from "../flow/proof-key.ts";
import type { Challenge } from "../http/challenge.ts";
import { withinTime } from "../http/within-time.ts";
import { plainAddress, SignInError } from "../sign-in-error.ts";
import type { Credentials, TokenStore } from "../store/token-store.ts";
import type { Tokens } from "../token-keeper.ts";
import { translateFailure } from "../translate-failure.ts";
import { type Attempt, beginAttempt } from "./attempt.ts";
import { listenForRedirect, type LoopbackListener } from "./loopback-listener.ts";
import { doubtRegistration, isUsable, registeredPort, rememberRegistration } from "./registration.ts";

export interface Attempts {
  /** One that asks for at least this. Rejects with a `SignInError`. */
  join(wanted: Wanted): Promise<Attempt>;
  /** The one under way. */
  current(): Promise<Attempt> | undefined;
  /** Resolves when nothing is under way any more; for after the signal. */
  over(): Promise<void>;
}

export interface Wanted {
  readonly challenge: Challenge | undefined;
  /** What we may do already, and must not lose. */
  readonly granted: Tokens | undefined;
}

export interface AttemptsOptions {
  readonly serverUrl: string;
  readonly key: string;
  readonly store: TokenStore;
  readonly identity: ClientIdentity;
  readonly fetch: FetchLike;
  /** How long the requests of one step may take together. */
  readonly conversationMs?: number | undefined;
  readonly adopt: (credentials: Credentials) => Promise<void>;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly redirectPort: number | undefined;
  readonly limitMs: number;
  readonly clock: Clock;
  readonly timeOfDay: () => number;
  readonly newState: () => string;
  /** Ends the one under way. */
  readonly signal: AbortSignal;
}

export function createAttempts(options: AttemptsOptions): Attempts {
  const { serverUrl, key, store, identity, signal } = options;
  let latest: { readonly scope: string | undefined; readonly attempt: Promise<Attempt> } | undefined;

  /** Notes for the next sign-in. This one does not wait for them, since others may hold the record for a while. */
  let notes = Promise.resolve();
  const note = (work: Promise<void>) => {
    notes = Promise.allSettled([notes, work]).then(() => {});
  };

  return {
    join,
    current: () => latest?.attempt,
    async over() {
      const attempt = await latest?.attempt.catch(() => undefined);
      await attempt?.done.catch(() => {}); // whoever waits for it hears of it there
      await notes;
    },
  };

  function join({ challenge, granted }: Wanted): Promise<Attempt> {
    const scope = computeScopeUnion(ownScope(identity), granted?.scope, challenge?.scope);
    if (latest && !isStrictScopeSuperset(scope, latest.scope)) return latest.attempt;
    const before = latest;
    const attempt = open({ challenge, granted }, before);
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
      if (before) await replace(await before.attempt.catch(() => undefined));
      return await begin(wanted, before?.scope);
    } catch (error) {
      throw signal.aborted ? closed() : translateFailure(error, serverUrl);
    }
  }

  /** Its listener has to be gone first: the new one wants the same port. */
  async function replace(attempt: Attempt | undefined): Promise<void> {
    attempt?.callOff(closed());
    await attempt?.done.catch(() => {}); // whoever waits for it hears of it there
  }

  async function begin({ challenge, granted }: Wanted, before: string | undefined): Promise<Attempt> {
    const fetch = withinTime(options.fetch, { signal, limitMs: options.conversationMs });
    const known = await store.read(key);
    const discovered = await discover({ serverUrl, challenge, boundIssuer: boundIssuer(identity, known), fetch });
    const { issuer } = discovered;
    const ours = known?.issuer === issuer ? known : undefined;
    const own = ownClient(identity);
    const state = options.newState();
    const listener = await listenForRedirect({ state, port: options.redirectPort ?? registeredPort(ours?.client) });
    try {
      const { redirectUrl } = listener;
      const use = { redirectUrl, documentUrl: identity.spec.clientMetadataUrl, now: options.timeOfDay() };
      const registered = ours?.client && isUsable(ours.client, use) ? ours.client : undefined;
      const proofKey = discovered.wantsProof ? (ours?.proofKey ?? (await newProofKey())) : undefined;
      const ofThisIssuer = granted?.issuer === issuer ? granted.scope : ours?.tokens?.scope;
      const scope = computeScopeUnion(before, ownScope(identity), ofThisIssuer, ours?.wanted, challenge?.scope);
      const authorization = await beginAuthorization({
        identity,
        discovered,
        client: own ?? registered,
        serverUrl,
        redirectUrl,
        state,
        scope,
        proofKey,
        fetch,
      });
      const registration = { store, key, issuer, client: authorization.client, signal };
      if (!own && !registered) note(rememberRegistration(registration));
      const attempt = startAttempt(authorization, state, listener);
      if (registered) note(attempt.done.catch((error: unknown) => doubtRegistration(error, registration)));
      return attempt;
    } catch (error) {
      await listener.close();
      throw error;
    }
  }

  function startAttempt(
    authorization: Awaited<ReturnType<typeof beginAuthorization>>,
    state: string,
    listener: LoopbackListener,
  ): Attempt {
    const { url, scope } = authorization;
    const redeem = async (answer: URLSearchParams) =>
      options.adopt(
        await authorization.redeem(answer, { fetch: withinTime(options.fetch, { limitMs: options.conversationMs }) }),
      );
    const { limitMs, clock } = options;
    const attempt = beginAttempt({ serverUrl, url, scope, state, listener, redeem, limitMs, clock });
    const leave = () => attempt.callOff(closed());
    signal.addEventListener("abort", leave);
    attempt.over.addEventListener("abort", () => signal.removeEventListener("abort", leave));
    if (signal.aborted) leave();
    options.onAttempt(attempt);
    return attempt;
  }

  function closed(): SignInError {
    const server = plainAddress(serverUrl);
    return new SignInError("closed", `The sign-in to ${server} was called off`, { server });
  }
}
