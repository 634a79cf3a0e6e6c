/**
 * Signs in to one remote server: by itself where it can, with a person's help where it must.
 */

import type { FetchLike } from "@modelcontextprotocol/client";
import { type Clock, monotonicClock, within } from "@tenon/basis";
import { randomBytes } from "node:crypto";

import type { RemoteServerSpec } from "../server-spec.ts";
import { answerRefusals } from "./answer-refusals.ts";
import { type AssertionSource, machineGrant, type PrivateKey } from "./flow/client-identity.ts";
import { guardFetch } from "./http/guard-fetch.ts";
import { hasOwnHeader, useOwnHeader } from "./own-header.ts";
import { createPersonalSignIn } from "./person/personal-sign-in.ts";
import { findSignInError } from "./sign-in-error.ts";
import type { OpenBrowser, SignIn, SignInOnceOptions, SignInRequest } from "./sign-in.ts";
import type { TokenStore } from "./store/token-store.ts";
import { createTokenKeeper } from "./token-keeper.ts";

export interface SignInOptions {
  readonly spec: Pick<RemoteServerSpec, "url" | "headers" | "signIn">;
  readonly store: TokenStore;
  /**
   * For requests to authorization servers, which outlive the connection that caused them. Their addresses are chosen by
   * others: it has to check them, as `checkedFetch` does.
   */
  readonly fetch: FetchLike;
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
  /** How long an authorization server may take for one step of a sign-in; 30 seconds by default. */
  readonly conversationMs?: number;
  readonly clock?: Clock;
  /** Milliseconds since 1970. */
  readonly timeOfDay?: () => number;
  /** A new secret that nobody can guess. */
  readonly newState?: () => string;
}

// One for a token, one for more scopes, one for a server that asks for them piece by piece.
const MOST_SIGN_INS = 3;
// Whoever leaves in the middle of a refresh has lost the old token and not got the new one.
const LEAVE_MS = 2_000;

export function createSignIn(options: SignInOptions): SignIn {
  const { spec, store, clock = monotonicClock, fetch } = options;
  const { url: serverUrl } = spec;
  if (hasOwnHeader(spec.headers)) return useOwnHeader(serverUrl);
  const { conversationMs } = options;
  const { clientName: name = "Tenon", issuer, privateKey, assertion } = options;
  const identity = { name, spec: spec.signIn ?? {}, issuer, privateKey, assertion };
  const key = recordKey(spec);
  const life = new AbortController();

  const keeper = createTokenKeeper({
    serverUrl,
    key,
    store,
    identity,
    fetch,
    conversationMs,
    onWarning: options.onWarning ?? (() => {}),
  });
  const person = createPersonalSignIn({
    serverUrl,
    key,
    store,
    identity,
    fetch,
    conversationMs,
    clock,
    adopt: keeper.adopt,
    openBrowser: options.openBrowser,
    onNeedsSignIn: options.onNeedsSignIn,
    onSignedIn: options.onSignedIn,
    redirectPort: options.redirectPort,
    timeOfDay: options.timeOfDay ?? Date.now,
    newState: options.newState ?? (() => randomBytes(32).toString("base64url")),
    signal: life.signal,
  });
  const isMachine = machineGrant(identity) !== undefined;
  const { answer, onAccepted } = answerRefusals({ serverUrl, keeper, person, isMachine, clock });
  const { origin } = new URL(serverUrl);
  const { wrap, authProvider } = guardFetch({ origin, current: keeper.current, others: answer, onAccepted });

  return {
    guard: wrap,
    authProvider,
    run,
    isMoreWanted: keeper.isMoreWanted,
    signIn: person.signIn,
    complete: person.complete,
    signOut: keeper.forget,
    close,
    [Symbol.asyncDispose]: close,
  };

  async function run<T>(operation: () => Promise<T>, once: SignInOnceOptions = {}): Promise<T> {
    const { openBrowser = options.openBrowser } = once;
    for (let signIns = 0; ; signIns += 1) {
      const before = await keeper.current();
      try {
        return await operation();
      } catch (error) {
        const isNeeded = findSignInError(error)?.code === "needs_sign_in";
        if (!isNeeded || !openBrowser || signIns === MOST_SIGN_INS) throw error;
        const now = await keeper.current();
        // Otherwise somebody has signed in meanwhile.
        if (now?.accessToken === before?.accessToken) await person.signIn({ ...once, openBrowser });
      }
    }
  }

  async function close(): Promise<void> {
    life.abort();
    await within(LEAVE_MS, Promise.all([person.over(), keeper.settled()]), { clock });
  }
}

/** One record for each server and each identity its owner has there. */
function recordKey({ url, signIn }: Pick<RemoteServerSpec, "url" | "signIn">): string {
  const key = new URL(url);
  key.hash = signIn?.clientId ?? "";
  return key.href;
}
