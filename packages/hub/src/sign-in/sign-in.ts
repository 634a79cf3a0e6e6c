/**
 * How a hub uses a sign-in to one remote server.
 */

import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";

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
  /** For a browser that runs on another machine: the address it was sent to in the end. False if it is not that. */
  complete(address: string): Promise<boolean>;
  /** Deletes what is kept. */
  signOut(): Promise<void>;
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
 * once or when the page is closed; rejecting means that nobody has seen it. The signal aborts when the sign-in is over.
 */
export type OpenBrowser = (url: string, options: { readonly signal: AbortSignal }) => void | Promise<void>;

export interface SignInRequest {
  readonly url: string;
  readonly scope: string | undefined;
}
