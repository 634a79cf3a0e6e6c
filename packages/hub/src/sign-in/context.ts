/**
 * What all parts of one server's sign-in work with.
 */

import type { FetchLike } from "@modelcontextprotocol/client";
import type { Clock } from "@tenon/basis";

import type { ClientIdentity } from "./client-identity.ts";
import type { Redirects } from "./redirects.ts";
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
