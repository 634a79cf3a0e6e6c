/**
 * A fetch that sends our tokens, and finds other tokens when the server refuses the ones it has.
 *
 * It does not wait for a person: where only one can help it gives the SDK a 401, which `authProvider` turns into the
 * `SignInError` that says so. It is the same for both transports; the SDK's own handling differs between them.
 */

import {
  type AuthProvider,
  extractWWWAuthenticateParams,
  type FetchLike,
  withDpop,
} from "@modelcontextprotocol/client";
import { untilAborted } from "@tenon/basis";

import type { Tokens } from "./token-keeper.ts";

export interface Guard {
  /** Bodies must be strings: a request may be sent more than once. */
  wrap(next: FetchLike): FetchLike;
  readonly authProvider: AuthProvider;
}

export interface GuardOptions {
  /** The only origin that gets a token. */
  readonly origin: string;
  readonly current: () => Promise<Tokens | undefined>;
  /** Other tokens than those refused. What it rejects with is what the caller of the transport gets. */
  readonly others: (refusal: Refusal) => Promise<Tokens>;
  readonly onAccepted: () => void;
}

export interface Refusal {
  readonly challenge: Challenge;
  readonly tokens: Tokens | undefined;
  /** How often this request has been refused. */
  readonly times: number;
}

/** What a server wants before it answers (RFC 6750, RFC 9728). */
export interface Challenge {
  /** Any other token, or one that may do more. */
  readonly type: "token" | "scope";
  readonly resourceMetadataUrl: URL | undefined;
  readonly scope: string | undefined;
  /** Whether it takes tokens that are bound to a key (DPoP). */
  readonly offersProof: boolean;
}

export function guardFetch({ origin, current, others, onAccepted }: GuardOptions): Guard {
  const reasons = new WeakMap<Response, unknown>();
  return {
    wrap: (next) => async (input, init) => {
      if (new URL(input).origin !== origin) return await next(input, init);
      let tokens = await current();
      for (let times = 1; ; times += 1) {
        const response = await send(next, tokens, input, init);
        const challenge = readChallenge(response);
        if (!challenge) {
          if (tokens) onAccepted();
          return response;
        }
        void response.body?.cancel().catch(() => {}); // frees the socket
        try {
          tokens = await untilAborted(others({ challenge, tokens, times }), init?.signal);
        } catch (reason) {
          init?.signal?.throwIfAborted();
          const refusal = new Response(null, { status: 401, statusText: "Sign-in needed" });
          reasons.set(refusal, reason);
          return refusal;
        }
      }
    },
    authProvider: {
      // The header is ours to set: only so we know which token a request was refused with.
      token: async () => undefined,
      async onUnauthorized({ response }) {
        throw reasons.get(response) ?? new Error("The server does not recognize this client");
      },
    },
  };
}

async function send(next: FetchLike, tokens: Tokens | undefined, input: string | URL, init: RequestInit | undefined) {
  if (!tokens) return await next(input, init);
  const { accessToken, proofs } = tokens;
  if (proofs) return await withDpop(proofs, () => accessToken)(next)(input, init);
  const headers = new Headers(init?.headers);
  headers.set("authorization", `Bearer ${accessToken}`);
  return await next(input, { ...init, headers });
}

/** Undefined if the server accepts who we are. */
function readChallenge(response: Response): Challenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  if (response.status === 403 && error !== "insufficient_scope") return undefined;
  const schemes = response.headers.get("www-authenticate") ?? "";
  return {
    type: response.status === 401 ? "token" : "scope",
    resourceMetadataUrl,
    scope,
    offersProof: /(^|,)\s*dpop(\s|,|$)/i.test(schemes),
  };
}
