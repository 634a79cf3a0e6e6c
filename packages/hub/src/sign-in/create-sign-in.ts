/**
 * Signs in to one remote server: by itself where it can, with a person's help where it must.
 */

import { computeScopeUnion, type FetchLike, isStrictScopeSuperset } from "@modelcontextprotocol/client";
import { randomBytes } from "node:crypto";

import { type Clock, systemClock } from "../call/clock.ts";
import type { RemoteServerSpec } from "../server-spec.ts";
import { type AssertionSource, machineGrant, type PrivateKey } from "./flow/client-identity.ts";
import { guardFetch, type Refusal } from "./http/guard-fetch.ts";
import { hasOwnHeader, useOwnHeader } from "./own-header.ts";
import type { Attempt } from "./person/attempt.ts";
import { createAttempts, type Wanted } from "./person/attempts.ts";
import { findSignInError, plainAddress, SignInError } from "./sign-in-error.ts";
import type { OpenBrowser, SignIn, SignInOnceOptions, SignInRequest } from "./sign-in.ts";
import type { TokenStore } from "./store/token-store.ts";
import { createTokenKeeper, type Tokens } from "./token-keeper.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface SignInOptions {
  readonly spec: Pick<RemoteServerSpec, "url" | "headers" | "signIn">;
  readonly store: TokenStore;
  /** For requests to authorization servers, which outlive the connection that caused them. */
  readonly fetch?: FetchLike;
  readonly openBrowser?: OpenBrowser;
  /** A person is needed. Must not throw, like all of these. */
  readonly onNeedsSignIn?: (request: SignInRequest) => void;
  readonly onSignedIn?: () => void;
  readonly onWarning?: (message: string, cause: unknown) => void;
  /** How people see us when they are asked to agree. */
  readonly clientName?: string;
  /** The issuer that the client id of the specification was registered with. */
  readonly issuer?: string;
  readonly privateKey?: PrivateKey;
  readonly assertion?: AssertionSource;
  /** Where the browser comes back to, for clients that were registered with one port. */
  readonly redirectPort?: number;
  readonly clock?: Clock;
  /** Milliseconds since 1970. */
  readonly timeOfDay?: () => number;
  /** A new secret that nobody can guess. */
  readonly newState?: () => string;
}

// A connection that needs a person has to have failed two seconds after it began.
const PATIENCE_MS = 1_500;
const LIMIT_MS = 10 * 60_000;
// Another process may have renewed them, and what it got may have expired too.
const MOST_RENEWALS = 2;
// One for a token, one for more scopes, one for a server that asks for them piece by piece.
const MOST_SIGN_INS = 3;
// Who signs in and is refused right after would be refused again.
const FRESH_MS = 60_000;

export function createSignIn(options: SignInOptions): SignIn {
  const { spec, store, clock = systemClock, fetch = globalThis.fetch } = options;
  if (hasOwnHeader(spec.headers)) return useOwnHeader(spec.url);
  const serverUrl = spec.url;
  const server = plainAddress(serverUrl);
  const { clientName: name = "Tenon", issuer, privateKey, assertion } = options;
  const identity = { name, spec: spec.signIn ?? {}, issuer, privateKey, assertion };
  const key = recordKey(spec);
  const life = new AbortController();
  const onWarning = options.onWarning ?? (() => {});
  const keeper = createTokenKeeper({ serverUrl, key, store, identity, fetch, onWarning });
  const attempts = createAttempts({
    serverUrl,
    key,
    store,
    identity,
    fetch,
    clock,
    onAttempt,
    adopt: keeper.adopt,
    redirectPort: options.redirectPort,
    limitMs: LIMIT_MS,
    timeOfDay: options.timeOfDay ?? Date.now,
    newState: options.newState ?? (() => randomBytes(32).toString("base64url")),
    signal: life.signal,
  });
  const opened = new WeakMap<Attempt, Promise<void>>();
  let wanted: Wanted = { challenge: undefined, granted: undefined };
  /** The last one by a person: what was asked for, and whether the server has taken it. */
  let signedIn: { readonly scope: string | undefined; readonly at: number; isTaken: boolean } | undefined;

  const { wrap, authProvider } = guardFetch({
    origin: new URL(serverUrl).origin,
    current: keeper.current,
    others,
    onAccepted() {
      if (signedIn) signedIn.isTaken = true;
    },
  });

  async function close(): Promise<void> {
    life.abort();
    // Whoever leaves in the middle of a refresh has lost the old token and not got the new one.
    await atMost(PATIENCE_MS, Promise.all([attempts.over(), keeper.settled()]));
  }

  return {
    guard: wrap,
    authProvider,
    run,
    signIn,
    complete: async (address) => (await attempts.current()?.catch(() => undefined))?.complete(address) ?? false,
    async signOut() {
      signedIn = undefined;
      await keeper.forget();
    },
    close,
    [Symbol.asyncDispose]: close,
  };

  async function run<T>(operation: () => Promise<T>, { signal }: { readonly signal?: AbortSignal } = {}): Promise<T> {
    for (let signIns = 0; ; signIns += 1) {
      const before = await keeper.current();
      try {
        return await operation();
      } catch (error) {
        const isNeeded = findSignInError(error)?.code === "needs_sign_in";
        if (!isNeeded || !options.openBrowser || signIns === MOST_SIGN_INS) throw error;
        const now = await keeper.current();
        // Otherwise somebody has signed in meanwhile.
        if (now?.accessToken === before?.accessToken) await signIn(signal && { signal });
      }
    }
  }

  async function signIn({ openBrowser = options.openBrowser, signal }: SignInOnceOptions = {}): Promise<void> {
    for (;;) {
      const attempt = await unlessAborted(attempts.current() ?? attempts.join(wanted), signal);
      try {
        const shown = show(attempt, openBrowser);
        return await unlessAborted(Promise.race([attempt.done, shown.then(() => attempt.done)]), signal);
      } catch (error) {
        const isReplaced = error instanceof SignInError && error.code === "closed" && !life.signal.aborted;
        if (!isReplaced) throw error;
      }
    }
  }

  /** Once for all who wait for it. */
  function show(attempt: Attempt, openBrowser: OpenBrowser | undefined): Promise<void> {
    const before = opened.get(attempt);
    if (before || !openBrowser) return before ?? Promise.resolve();
    const { url, over } = attempt;
    const shown = (async () => openBrowser(url, { signal: over }))().catch((cause: unknown) => {
      throw needsSignIn(attempt, { cause });
    });
    opened.set(attempt, shown);
    return shown;
  }

  async function others({ challenge, tokens, times }: Refusal): Promise<Tokens> {
    wanted = { challenge, granted: tokens };
    const isForScope = challenge.type === "scope";
    const asked = computeScopeUnion(tokens?.scope, signedIn?.scope);
    if (isForScope && !isStrictScopeSuperset(challenge.scope, asked)) throw scopeRefused(challenge.scope);
    const renewed = times > MOST_RENEWALS ? undefined : await keeper.renew(tokens, challenge);
    if (renewed) return renewed;
    const isMachine = machineGrant(identity) !== undefined;
    if (isForScope && isMachine) throw scopeRefused(challenge.scope);
    const isFresh = signedIn && !signedIn.isTaken && clock.now() - signedIn.at < FRESH_MS;
    if (isMachine || (isFresh && !isForScope)) {
      throw new SignInError("token_refused", `${server} does not take a token that was just issued for it`, { server });
    }
    // If the authorization server takes its time, the address is told later.
    throw needsSignIn(await atMost(PATIENCE_MS, attempts.join(wanted)));
  }

  async function atMost<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
    const inTime = new AbortController();
    try {
      return await Promise.race([work, clock.after(milliseconds, inTime.signal).then(() => undefined)]);
    } finally {
      inTime.abort();
    }
  }

  function onAttempt(attempt: Attempt): void {
    const { url, scope } = attempt;
    options.onNeedsSignIn?.({ url, scope });
    const succeeded = () => {
      signedIn = { scope, at: clock.now(), isTaken: false };
      options.onSignedIn?.();
    };
    attempt.done.then(succeeded, () => {}); // whoever waits for it hears of a failure
  }

  function needsSignIn(attempt: Attempt | undefined, cause?: ErrorOptions): SignInError {
    const details = { server, url: attempt?.url, scope: attempt?.scope };
    return new SignInError("needs_sign_in", `${server} needs you to sign in`, details, cause);
  }

  function scopeRefused(scope: string | undefined): SignInError {
    const message = `${server} asks for more rights, which signing in again does not give`;
    return new SignInError("scope_refused", message, { server, scope });
  }
}

/** One record for each server and each identity its owner has there. */
function recordKey({ url, signIn }: Pick<RemoteServerSpec, "url" | "signIn">): string {
  const key = new URL(url);
  key.hash = signIn?.clientId ?? "";
  return key.href;
}
