/**
 * Where sign-ins are kept, one for each server.
 *
 * Everything in a record belongs to the issuer it names and is of no use, and must not be shown, to any other. Records
 * are only ever written by their holder, one at a time among all processes that use the same store: refresh
 * tokens work once, and two who use one at the same time lose the sign-in for both.
 */

import type { webcrypto } from "node:crypto";

import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/client";
import { untilAborted } from "@tenon/basis";

export interface Credentials {
  readonly issuer: string;
  /** Who we are to the issuer, if it gave us an identity. */
  readonly client?: OAuthClientInformationMixed;
  readonly tokens?: OAuthTokens;
  /** Scopes that the server has asked for since, and that only a person can grant. */
  readonly wanted?: string;
  /** The private key that the tokens are bound to, where they are (DPoP). */
  readonly proofKey?: webcrypto.JsonWebKey;
}

export interface TokenStore {
  /** As it is now; another holder may be about to change it. */
  read(server: string): Promise<Credentials | undefined>;
  /**
   * Waits until the record is free, and holds it while `work` runs, also when that fails. Aborting ends the
   * wait, not the work.
   */
  hold<T>(
    server: string,
    work: (held: HeldCredentials) => Promise<T>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<T>;
}

export interface HeldCredentials {
  /** Read after the holders before were done. */
  readonly current: Credentials | undefined;
  /** Takes the place of what is there; with nothing, it is deleted. */
  save(next: Credentials | undefined): Promise<void>;
}

export interface StoreWarning {
  readonly code: "corrupt" | "not_private" | "unreadable";
  readonly message: string;
  readonly file: string;
  readonly cause?: unknown;
}

/** A store that is gone with the process. */
export function memoryTokenStore(): TokenStore {
  const records = new Map<string, Credentials>();
  const lastHolder = new Map<string, Promise<unknown>>();
  return {
    read: async (server) => records.get(server),

    async hold(server, work, { signal } = {}) {
      const before = lastHolder.get(server);
      const done = Promise.withResolvers<void>();
      // A waiter that gives up keeps its place in the queue, so that none overtakes the holder.
      lastHolder.set(server, Promise.all([before, done.promise]));
      try {
        await untilAborted(Promise.resolve(before), signal);
        return await work({ current: records.get(server), save: async (next) => save(server, next) });
      } finally {
        done.resolve();
      }
    },
  };

  function save(server: string, next: Credentials | undefined): void {
    if (next) records.set(server, structuredClone(next));
    else records.delete(server);
  }
}

/** A store that reports every token it reads or saves, so that none of them is recorded anywhere else. */
export function watchedTokenStore(store: TokenStore, onSecrets: (secrets: readonly string[]) => void): TokenStore {
  const see = (credentials: Credentials | undefined) => {
    const { access_token, refresh_token, id_token } = credentials?.tokens ?? {};
    const secrets = [access_token, refresh_token, id_token, credentials?.client?.client_secret];
    const known = secrets.filter((secret) => typeof secret === "string");
    if (known.length > 0) onSecrets(known);
    return credentials;
  };
  return {
    read: async (server) => see(await store.read(server)),
    hold: (server, work, options) =>
      store.hold(
        server,
        (held) =>
          work({
            current: see(held.current),
            save: (next) => held.save(see(next)),
          }),
        options,
      ),
  };
}
