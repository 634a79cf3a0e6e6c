/**
 * A token store that names every token it reads or saves, so that none of them is written down anywhere else.
 */

import type { Credentials, TokenStore } from "./token-store.ts";

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
