/**
 * What all parts of one server's sign-in work with.
 */

import type { FetchLike } from "@modelcontextprotocol/client";
import type { Clock } from "@tenon/basis";

import type { ClientIdentity } from "./client-identity.ts";
import type { TokenStore } from "./store/token-store.ts";

export interface SignInContext {
  readonly serverUrl: string;
  /** The name of the record in the store. */
  readonly key: string;
  readonly store: TokenStore;
  readonly identity: ClientIdentity;
  /** Undefined if each sign-in listens for itself. */
  readonly redirects: Redirects | undefined;
  /** A fetch for one conversation with an authorization server, whose requests together have a time limit. */
  conversation(signal?: AbortSignal): FetchLike;
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  readonly timeOfDay: () => number;
  /** Aborts when the sign-in is closed. */
  readonly life: AbortSignal;
}

/** Where a browser comes back to after a sign-in: an address that the host program serves, for browsers elsewhere. */
export interface Redirects {
  /** Expects one answer with this state. Undefined while nothing is served. */
  expect(state: string): RedirectListener | undefined;
}

export interface RedirectListener extends AsyncDisposable {
  /** Where the browser has to be sent. */
  readonly redirectUrl: string;
  /** What it brought. Never rejects; does not resolve after `close()`. */
  readonly answer: Promise<URLSearchParams>;
  close(): Promise<void>;
}
