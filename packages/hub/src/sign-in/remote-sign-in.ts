/**
 * The sign-in of one remote server of a session: what goes around its connection and its calls.
 *
 * Loaded with the first remote server; most sessions have none.
 */

import type { AddressGate } from "../admission.ts";
import type { RemoteServerSpec } from "../server-spec.ts";
import { NeedsSignInError } from "../server-error.ts";
import { createSignIn } from "./create-sign-in.ts";
import { configuredAssertion } from "./flow/configured-assertion.ts";
import { checkedFetch } from "./http/checked-fetch.ts";
import { findSignInError } from "./sign-in-error.ts";
import type { OpenBrowser, SignIn, SignInOnceOptions, SignInRequest } from "./sign-in.ts";
import type { TokenStore } from "./store/token-store.ts";

export interface RemoteSignIn {
  readonly signIn: SignIn;
  /** Runs something that may need a sign-in. Rejects with a NeedsSignInError when a person is needed and nobody is there. */
  run<T>(operation: () => Promise<T>, options: SignInOnceOptions): Promise<T>;
  close(): Promise<void>;
}

export interface SignInSurroundings {
  readonly openBrowser: OpenBrowser | undefined;
  readonly tokens: TokenStore;
  /** Decides about every address that signing in leads to. */
  readonly gate: AddressGate;
  readonly onNeedsSignIn: (request: SignInRequest) => void;
  readonly onSignedIn: () => void;
  readonly onWarning: (warning: string) => void;
}

export function openRemoteSignIn(spec: RemoteServerSpec, options: SignInSurroundings): RemoteSignIn {
  const { issuer, privateKey, algorithm = "ES256", redirectPort } = spec.signIn ?? {};
  const assertion = configuredAssertion(spec);
  const signIn = createSignIn({
    spec,
    store: options.tokens,
    fetch: checkedFetch(options.gate),
    onNeedsSignIn: options.onNeedsSignIn,
    onSignedIn: options.onSignedIn,
    onWarning: (message) => options.onWarning(`${spec.name}: ${message}`),
    ...(options.openBrowser && { openBrowser: options.openBrowser }),
    ...(issuer !== undefined && { issuer }),
    ...(privateKey !== undefined && { privateKey: { key: privateKey, algorithm } }),
    ...(redirectPort !== undefined && { redirectPort }),
    ...(assertion && { assertion }),
  });
  return {
    signIn,
    async run(operation, once) {
      try {
        return await signIn.run(operation, once);
      } catch (error) {
        const needed = findSignInError(error);
        if (needed?.code !== "needs_sign_in") throw needed ?? error;
        throw new NeedsSignInError(spec.name, needed.details, { cause: needed });
      }
    },
    close: () => signIn.close(),
  };
}
