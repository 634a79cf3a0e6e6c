/**
 * Tokens without a person: with the owner's own credentials, or with a statement by somebody who is trusted. Asked for
 * once: who is refused here has a wrong configuration, and asking again does not mend it.
 */

import { fetchToken, type FetchLike, type OAuthTokens } from "@modelcontextprotocol/client";

import { JWT_BEARER, machineGrant } from "./client-identity.ts";
import { clientProvider, type Conversation } from "./client-provider.ts";

export async function requestMachineTokens(
  conversation: Conversation,
  options: { readonly scope: string | undefined; readonly fetch: FetchLike },
): Promise<OAuthTokens> {
  const { identity, discovered } = conversation;
  const { metadata, resource, state, issuer } = discovered;
  const scope = options.scope ?? discovered.scopesSupported;
  const provider = {
    ...clientProvider(conversation),
    prepareTokenRequest: async () => {
      const parameters = new URLSearchParams({ grant_type: machineGrant(identity) ?? JWT_BEARER });
      const assertion = await identity.assertion?.({ issuer, resource, scope, fetch: options.fetch });
      if (assertion !== undefined) parameters.set("assertion", assertion);
      if (scope !== undefined) parameters.set("scope", scope);
      return parameters;
    },
  };
  const tokens = await fetchToken(provider, state.authorizationServerUrl, {
    fetchFn: options.fetch,
    ...(metadata && { metadata }),
    ...(resource !== undefined && { resource }),
  });
  const granted = tokens.scope ?? scope;
  return { ...tokens, ...(granted && { scope: granted }) };
}
