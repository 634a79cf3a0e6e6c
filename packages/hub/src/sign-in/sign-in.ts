/**
 * Signs in to one remote server: by itself where it can, with a person's help where it must.
 */

import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import { type Clock, monotonicClock, within } from "@tenon/basis";

import type { RemoteServerSpec } from "../server-spec.ts";
import { answerRefusals } from "./answer-refusals.ts";
import { withTimeLimit } from "./checked-fetch.ts";
import { configuredAssertion } from "./configured-assertion.ts";
import type { SignInContext } from "./context.ts";
import { guardFetch } from "./guard-fetch.ts";
import { createPersonalSignIn } from "./person/personal-sign-in.ts";
import type { Redirects } from "./context.ts";
import { findSignInError, signInError } from "./sign-in-error.ts";
import type { TokenStore } from "./store/token-store.ts";
import { createTokenKeeper } from "./token-keeper.ts";

export interface SignIn extends AsyncDisposable {
  /**
   * Goes around the fetch of a transport. Requests never wait for a person: where one is needed they fail with a
   * `SignInError`, `needs_sign_in`, which the transport passes on if it has `authProvider` too.
   */
  guard(fetch: FetchLike): FetchLike;
  readonly authProvider: AuthProvider;
  /** Tries an operation; if it fails for want of a sign-in and there is a browser, lets the person sign in and tries again. */
  run<T>(operation: () => Promise<T>, options?: SignInOnceOptions): Promise<T>;
  /** Whether the server has asked for scopes, in this process or another, that have not been granted yet. */
  isMoreWanted(): Promise<boolean>;
  /** Lets a person sign in, or joins the sign-in under way. Resolves when it can be used. */
  signIn(options?: SignInOnceOptions): Promise<void>;
  /** Ends a sign-in under way. May be called twice. */
  close(): Promise<void>;
}

export interface SignInOnceOptions {
  readonly openBrowser?: OpenBrowser;
  /** Ends the waiting, not the sign-in. */
  readonly signal?: AbortSignal;
}

/**
 * Shows a person this address, which is http(s) and was chosen by the server: do not give it to a shell. May resolve at
 * once or when the page is closed; rejecting means that it was not shown. The signal aborts when the sign-in is over.
 */
export type OpenBrowser = (url: string, options: { readonly signal: AbortSignal }) => void | Promise<void>;

export interface SignInRequest {
  readonly url: string;
  readonly scope: string | undefined;
}

export interface SignInOptions {
  readonly spec: Pick<RemoteServerSpec, "url" | "headers" | "signIn">;
  readonly store: TokenStore;
  /**
   * For requests to authorization servers, which outlive the connection that caused them. The server chooses their
   * addresses: it has to check them, as `checkedFetch` does.
   */
  readonly fetch: FetchLike;
  readonly openBrowser?: OpenBrowser | undefined;
  /** Where browsers come back to; each sign-in listens on this machine if not given. */
  readonly redirects?: Redirects | undefined;
  /** A person is needed. Must not throw, like all of these. */
  readonly onNeedsSignIn?: (request: SignInRequest) => void;
  readonly onSignedIn?: () => void;
  readonly onWarning?: (message: string, cause: unknown) => void;
  /** How long an authorization server may take for one step of a sign-in; 30 seconds by default. */
  readonly conversationMs?: number;
  readonly clock?: Clock;
  /** Milliseconds since 1970. */
  readonly timeOfDay?: () => number;
}

// One for a token, one for more scopes, one for a server that asks for them piece by piece.
const MAX_SIGN_INS = 3;
// Leaving in the middle of a refresh would lose the old token without getting the new one.
const LEAVE_MS = 2_000;

export function createSignIn(options: SignInOptions): SignIn {
  const { spec, clock = monotonicClock, timeOfDay = Date.now, conversationMs: limitMs } = options;
  const { url: serverUrl } = spec;
  if (hasOwnHeader(spec.headers)) return useOwnHeader(serverUrl);
  const life = new AbortController();
  const context: SignInContext = {
    serverUrl,
    key: recordKey(spec),
    store: options.store,
    redirects: options.redirects,
    identity: { spec: spec.signIn ?? {}, assertion: configuredAssertion(spec) },
    conversation: (signal) => withTimeLimit(options.fetch, { signal, limitMs }),
    clock,
    timeOfDay,
    life: life.signal,
  };
  const keeper = createTokenKeeper(context, { onWarning: options.onWarning ?? (() => {}) });
  const { openBrowser, onNeedsSignIn, onSignedIn } = options;
  const person = createPersonalSignIn(context, { adopt: keeper.adopt, openBrowser, onNeedsSignIn, onSignedIn });
  const { answer, onAccepted } = answerRefusals(context, { keeper, person });
  const { origin } = new URL(serverUrl);
  const { wrap, authProvider } = guardFetch({ origin, current: keeper.current, others: answer, onAccepted });
  const close = async () => {
    life.abort();
    await within(LEAVE_MS, Promise.all([person.over(), keeper.settled()]), { clock });
  };

  return {
    guard: wrap,
    authProvider,
    async run(operation, once = {}) {
      const { openBrowser = options.openBrowser } = once;
      for (let signIns = 0; ; signIns += 1) {
        const before = await keeper.current();
        try {
          return await operation();
        } catch (error) {
          const isNeeded = findSignInError(error)?.code === "needs_sign_in";
          if (!isNeeded || !openBrowser || signIns === MAX_SIGN_INS) throw error;
          const now = await keeper.current();
          // Otherwise the person has signed in meanwhile.
          if (now?.accessToken === before?.accessToken) await person.signIn({ ...once, openBrowser });
        }
      }
    },
    isMoreWanted: keeper.isMoreWanted,
    signIn: person.signIn,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** One record for each server and each identity its owner has there. */
function recordKey({ url, signIn }: Pick<RemoteServerSpec, "url" | "signIn">): string {
  const key = new URL(url);
  key.hash = signIn?.clientId ?? "";
  return key.href;
}

function hasOwnHeader(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}

/** A configured Authorization header is the whole sign-in: nothing is added to it. */
function useOwnHeader(serverUrl: string): SignIn {
  const refuse = async () => {
    const message = (server: string) => `${server} refuses the Authorization header it is configured with`;
    throw signInError("header_refused", serverUrl, message);
  };
  const { origin } = new URL(serverUrl);
  const nothing = async () => {};
  const { wrap, authProvider } = guardFetch({
    origin,
    current: async () => undefined,
    others: refuse,
    onAccepted: () => {},
  });
  return {
    guard: wrap,
    authProvider,
    run: (operation) => operation(),
    isMoreWanted: async () => false,
    signIn: refuse,
    close: nothing,
    [Symbol.asyncDispose]: nothing,
  };
}
