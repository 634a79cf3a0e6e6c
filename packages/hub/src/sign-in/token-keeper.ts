/**
 * The tokens in use for one server.
 *
 * What the server refuses is renewed once, by the first that needs it, in this process or another; all others use the
 * result.
 */

import type { webcrypto } from "node:crypto";

import { computeScopeUnion, type DpopSession, isStrictScopeSuperset } from "@modelcontextprotocol/client";

import { CONVERSATION_MS } from "./checked-fetch.ts";
import type { SignInContext } from "./context.ts";
import type { Challenge } from "./guard-fetch.ts";
import { proofsWith } from "./proof-key.ts";
import { isRenewable, renew } from "./renew.ts";
import { signInError } from "./sign-in-error.ts";
import type { Credentials, HeldCredentials } from "./store/token-store.ts";
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

// A process that holds the record is done before that.
const WAIT_MS = 1.5 * CONVERSATION_MS;

interface TokenKeeperOptions {
  /** A sign-in cannot be saved. */
  readonly onWarning: (message: string, cause: unknown) => void;
}

export function createTokenKeeper(context: SignInContext, { onWarning }: TokenKeeperOptions): TokenKeeper {
  const { serverUrl, key, store, identity } = context;
  const { hold, keep } = createRecordAccess(context);
  const inUse = createTokensInUse();
  let renewing: Promise<Tokens | undefined> | undefined;

  return {
    current,
    async renew(refused, challenge) {
      const now = await current();
      if (now?.accessToken !== refused?.accessToken) return now;
      renewing ??= renewOnce(refused, challenge).finally(() => (renewing = undefined));
      return await renewing;
    },
    async adopt(credentials) {
      checkToken(credentials, serverUrl);
      await inUse.set(credentials);
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
    settled: async () => void (await renewing?.catch(() => {})), // its caller gets the failure
  };

  function current(): Promise<Tokens | undefined> {
    return inUse.get(() => store.read(key));
  }

  async function renewOnce(refused: Tokens | undefined, challenge: Challenge): Promise<Tokens | undefined> {
    const request = { serverUrl, identity, refused, challenge, proofsFor: inUse.proofsFor };
    // Where there is nothing to try, not even a folder that cannot be written to stands in the way of a person.
    if (!isRenewable(await store.read(key), request)) return undefined;
    return await hold(async (held) => {
      try {
        const renewed = await renew(held, { ...request, fetch: context.conversation() });
        if (!renewed) return undefined;
        checkToken(renewed, serverUrl);
        // In use before it is saved: a full disk must not cost a sign-in that works only once.
        const tokens = await inUse.set(renewed);
        if (renewed !== held.current) await keep(held, renewed).catch(warn);
        return tokens;
      } catch (error) {
        throw translateFailure(error, serverUrl);
      }
    });
  }

  function warn(cause: unknown): void {
    onWarning("The sign-in could not be saved, and is lost when this process ends", cause);
  }
}

/** The stored record, which one process changes at a time. */
function createRecordAccess({ serverUrl, key, store, identity }: SignInContext) {
  return { hold, keep };

  async function hold<T>(work: (held: HeldCredentials) => Promise<T>): Promise<T> {
    try {
      return await store.hold(key, work, { signal: AbortSignal.timeout(WAIT_MS) });
    } catch (error) {
      throw storeFailure(error, serverUrl);
    }
  }

  /** Without the owner's client: that is in the configuration. */
  async function keep(held: HeldCredentials, { client, ...rest }: Credentials): Promise<void> {
    await held.save(client && identity.spec.clientId === undefined ? { ...rest, client } : rest);
  }
}

function createTokensInUse() {
  let tokens: Tokens | undefined;
  let isKnown = false;
  let proofs: { readonly key: string | undefined; readonly session: DpopSession } | undefined;
  return {
    /** Reads what is stored when it is first asked. */
    async get(read: () => Promise<Credentials | undefined>): Promise<Tokens | undefined> {
      if (!isKnown) {
        const stored = await toTokens(await read());
        // Unless others were set meanwhile.
        if (!isKnown) tokens = stored;
        isKnown = true;
      }
      return tokens;
    },
    async set(credentials: Credentials): Promise<Tokens | undefined> {
      const next = await toTokens(credentials);
      isKnown = true;
      return (tokens = next);
    },
    proofsFor,
  };

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

/** Kept, a token that no header can hold would fail every request from then on. */
function checkToken({ tokens }: Credentials, serverUrl: string): void {
  if (!tokens || /^[\u0021-\u007E]+$/.test(tokens.access_token)) return;
  const message = (server: string) =>
    `The authorization server of ${server} issued a token with characters that cannot be sent`;
  throw signInError("failed", serverUrl, message, { reason: "invalid_token" });
}
