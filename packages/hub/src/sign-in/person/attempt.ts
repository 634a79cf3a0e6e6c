/**
 * One sign-in by a person: from the address to open to the tokens.
 *
 * It ends by itself: with the response, after the time limit, or when it is cancelled. The listener lives exactly as
 * long.
 */

import { randomBytes } from "node:crypto";

import { computeScopeUnion } from "@modelcontextprotocol/client";

import { type Authorization, beginAuthorization } from "../authorization.ts";
import { boundIssuer, ownClient, ownScope } from "../client-identity.ts";
import type { SignInContext } from "../context.ts";
import { discover } from "../discover.ts";
import type { Challenge } from "../guard-fetch.ts";
import { newProofKey } from "../proof-key.ts";
import { type SignInError, signInError } from "../sign-in-error.ts";
import type { Credentials } from "../store/token-store.ts";
import type { Tokens } from "../token-keeper.ts";
import type { RedirectListener } from "../context.ts";
import { translateFailure } from "../translate-failure.ts";
import { listenForRedirect } from "./loopback-listener.ts";
import { doubtRegistration, isUsable, registeredPort, rememberRegistration } from "./registration.ts";

export interface Attempt {
  readonly url: string;
  readonly scope: string | undefined;
  /** Aborted when it is over, however it ended. */
  readonly over: AbortSignal;
  /** Resolves when the tokens are in use. Rejects with a `SignInError`. */
  readonly done: Promise<void>;
  callOff(): void;
}

export interface Wanted {
  readonly challenge: Challenge | undefined;
  /** What we may do already, and must not lose. */
  readonly granted: Tokens | undefined;
}

export interface AttemptOptions {
  readonly adopt: (credentials: Credentials) => Promise<void>;
  /** Work for the next sign-in, which this one does not wait for: other processes may hold the record for a while. */
  readonly later: (work: Promise<void>) => void;
  /** The scopes of an attempt that this one replaces. */
  readonly before: string | undefined;
}

const LIMIT_MS = 10 * 60_000;

export async function openAttempt(context: SignInContext, wanted: Wanted, options: AttemptOptions): Promise<Attempt> {
  const { serverUrl, key, store, identity, life } = context;
  const { challenge, granted } = wanted;
  const fetch = context.conversation(life);
  const known = await store.read(key);
  const discovered = await discover({ serverUrl, challenge, boundIssuer: boundIssuer(identity, known), fetch });
  const { issuer } = discovered;
  const ours = known?.issuer === issuer ? known : undefined;
  const own = ownClient(identity);
  const state = randomBytes(32).toString("base64url");
  const { redirectPort: port = registeredPort(ours?.client) } = identity.spec;
  // A port that was configured is one that the authorization server knows.
  const served = identity.spec.redirectPort === undefined ? context.redirects?.expect(state) : undefined;
  const listener = served ?? (await listenForRedirect({ state, port }));
  try {
    const { redirectUrl } = listener;
    const use = { redirectUrl, documentUrl: identity.spec.clientMetadataUrl, now: context.timeOfDay() };
    const registered = ours?.client && isUsable(ours.client, use) ? ours.client : undefined;
    const proofKey = discovered.wantsProof ? (ours?.proofKey ?? (await newProofKey())) : undefined;
    const ofThisIssuer = granted?.issuer === issuer ? granted.scope : ours?.tokens?.scope;
    const scopes = [options.before, ownScope(identity), ofThisIssuer, ours?.wanted, challenge?.scope];
    const scope = computeScopeUnion(...scopes);
    const client = own ?? registered;
    const request = { identity, discovered, client, serverUrl, redirectUrl, state, scope, proofKey, fetch };
    const authorization = await beginAuthorization(request);
    const registration = { store, key, issuer, client: authorization.client, signal: life };
    if (!client) options.later(rememberRegistration(registration));
    const attempt = startAttempt(context, { authorization, listener, adopt: options.adopt });
    if (registered) options.later(attempt.done.catch((error: unknown) => doubtRegistration(error, registration)));
    return attempt;
  } catch (error) {
    await listener.close();
    throw error;
  }
}

function startAttempt(
  context: SignInContext,
  options: Pick<AttemptOptions, "adopt"> & {
    readonly authorization: Authorization;
    readonly listener: RedirectListener;
  },
): Attempt {
  const { serverUrl, clock, life } = context;
  const { authorization, listener } = options;
  const end = new AbortController();
  const calledOff = Promise.withResolvers<never>();
  const callOff = () => calledOff.reject(closed(serverUrl));
  life.addEventListener("abort", callOff, { signal: end.signal });
  if (life.aborted) callOff();
  const done = run();
  done.catch(() => {}); // there may be no one waiting for it
  const { url, scope } = authorization;
  return { url, scope, over: end.signal, done, callOff };

  async function run(): Promise<void> {
    try {
      const response = await Promise.race([listener.answer, calledOff.promise, tooLate()]);
      await options.adopt(await authorization.redeem(response, { fetch: context.conversation() }));
    } catch (error) {
      throw translateFailure(error, serverUrl);
    } finally {
      end.abort();
      await listener.close();
    }
  }

  async function tooLate(): Promise<never> {
    await clock.after(LIMIT_MS, end.signal);
    throw signInError("timed_out", serverUrl, (server) => `The sign-in to ${server} timed out`);
  }
}

export function closed(serverUrl: string): SignInError {
  return signInError("closed", serverUrl, (server) => `The sign-in to ${server} was cancelled`);
}
