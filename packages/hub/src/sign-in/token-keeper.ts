/**
 * The tokens in use for one server.
 *
 * What the server refuses is renewed once, by whoever comes first, in this process or another; everybody else uses the
 * result.
 */

import {
  computeScopeUnion,
  type DpopSession,
  type FetchLike,
  isStrictScopeSuperset,
} from "@modelcontextprotocol/client";
import type { webcrypto } from "node:crypto";

import type { ClientIdentity } from "./flow/client-identity.ts";
import { proofsWith } from "./flow/proof-key.ts";
import type { Challenge } from "./http/challenge.ts";
import { CONVERSATION_MS, withinTime } from "./http/within-time.ts";
import { isRenewable, renew } from "./renew.ts";
import type { Credentials, HeldCredentials, TokenStore } from "./store/token-store.ts";
import { checkToken } from "./check-token.ts";
import { storeFailure, translateFailure } from "./translate-failure.ts";

export interface TokenKeeper {
  /** Those to send with the next request. */
  current(): Promise<Tokens | undefined>;
  /** Others, after the server has refused these; undefined if it takes a person. Rejects with a `SignInError`. */
  renew(refused: Tokens | undefined, challenge: Challenge): Promise<Tokens | undefined>;
  /** Uses what a person has brought, and keeps it. */
  adopt(credentials: Credentials): Promise<void>;
  /** Remembers scopes that the server asks for, so that the next sign-in asks for them too, in any process. */
  want(scope: string): Promise<void>;
  /** Whether such scopes are still to be granted. */
  isMoreWanted(): Promise<boolean>;
  forget(): Promise<void>;
  /** Resolves when no renewal is under way. */
  settled(): Promise<void>;
}

export interface Tokens {
  readonly issuer: string;
  readonly accessToken: string;
  readonly scope: string | undefined;
  /** Set if the token is bound to a key. */
  readonly proofs?: DpopSession;
}

export interface TokenKeeperOptions {
  readonly serverUrl: string;
  /** The name of the record. */
  readonly key: string;
  readonly store: TokenStore;
  readonly identity: ClientIdentity;
  readonly fetch: FetchLike;
  /** How long the requests of one renewal may take together. */
  readonly conversationMs?: number | undefined;
  readonly onWarning: (message: string, cause: unknown) => void;
}

// Whoever holds the record is done before that.
const WAIT_MS = 1.5 * CONVERSATION_MS;

export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const { serverUrl, key, store, identity } = options;
  let tokens: Tokens | undefined;
  let isRead = false;
  let renewing: Promise<Tokens | undefined> | undefined;
  let proofs: { readonly key: string | undefined; readonly session: DpopSession } | undefined;

  return {
    current,
    async renew(refused, challenge) {
      const now = await current();
      if (now?.accessToken !== refused?.accessToken) return now;
      renewing ??= renewOnce(refused, challenge).finally(() => (renewing = undefined));
      return await renewing;
    },
    async adopt(credentials) {
      if (credentials.tokens) checkToken(credentials.tokens, serverUrl);
      await use(credentials);
      await hold((held) => keep(held, credentials)).catch(warn);
    },
    async want(scope) {
      const stored = await store.read(key);
      // Does not wait for the lock when there is nothing new to write.
      if (!stored?.tokens || !isStrictScopeSuperset(scope, stored.wanted)) return;
      await hold(async ({ current, save }) => {
        if (current?.tokens) await save({ ...current, wanted: computeScopeUnion(current.wanted, scope) ?? scope });
      }).catch(warn);
    },
    isMoreWanted: async () => (await store.read(key))?.wanted !== undefined,
    forget: () =>
      hold(async ({ save }) => {
        await save(undefined);
        await use(undefined);
      }),
    settled: async () => void (await renewing?.catch(() => {})), // whoever asked for it hears of a failure
  };

  async function current(): Promise<Tokens | undefined> {
    if (!isRead) {
      const stored = await toTokens(await store.read(key));
      // Unless somebody has signed in meanwhile.
      if (!isRead) tokens = stored;
      isRead = true;
    }
    return tokens;
  }

  async function hold<T>(work: (held: HeldCredentials) => Promise<T>): Promise<T> {
    try {
      return await store.hold(key, work, { signal: AbortSignal.timeout(WAIT_MS) });
    } catch (error) {
      throw storeFailure(error, serverUrl);
    }
  }

  async function renewOnce(refused: Tokens | undefined, challenge: Challenge): Promise<Tokens | undefined> {
    const request = { serverUrl, identity, refused, challenge, proofsFor };
    // Where there is nothing to try, not even a folder that cannot be written to stands in the way of a person.
    if (!isRenewable(await store.read(key), request)) return undefined;
    return await hold(async (held) => {
      try {
        const renewed = await renew(held, {
          ...request,
          fetch: withinTime(options.fetch, { limitMs: options.conversationMs }),
        });
        if (!renewed) return undefined;
        if (renewed.tokens) checkToken(renewed.tokens, serverUrl);
        // In use before it is saved: a full disk must not cost a sign-in that works only once.
        const inUse = await use(renewed);
        if (renewed !== held.current) await keep(held, renewed).catch(warn);
        return inUse;
      } catch (error) {
        throw translateFailure(error, serverUrl);
      }
    });
  }

  /** Without what the owner wrote down: that need not be written down again. */
  async function keep(held: HeldCredentials, { client, ...rest }: Credentials): Promise<void> {
    await held.save(client && identity.spec.clientId === undefined ? { ...rest, client } : rest);
  }

  function warn(cause: unknown): void {
    options.onWarning("The sign-in could not be saved, and is lost when this process ends", cause);
  }

  async function use(credentials: Credentials | undefined): Promise<Tokens | undefined> {
    const next = await toTokens(credentials);
    isRead = true;
    return (tokens = next);
  }

  async function toTokens(credentials: Credentials | undefined): Promise<Tokens | undefined> {
    if (!credentials?.tokens) return undefined;
    const { issuer, proofKey, tokens: stored } = credentials;
    const isBound = stored.token_type.toLowerCase() === "dpop" && proofKey;
    return {
      issuer,
      accessToken: stored.access_token,
      scope: stored.scope,
      ...(isBound && { proofs: await proofsFor(proofKey) }),
    };
  }

  /** The same as before for the same key: it knows what the servers want in the next proof. */
  async function proofsFor(jwk: webcrypto.JsonWebKey): Promise<DpopSession> {
    if (!proofs || proofs.key !== jwk.x) proofs = { key: jwk.x, session: await proofsWith(jwk) };
    return proofs.session;
  }
}
