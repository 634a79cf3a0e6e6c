/**
 * New tokens for a refresh token. Only whoever holds the record may do this: most refresh tokens work once.
 */

import {
  type FetchLike,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokens,
  refreshAuthorization,
} from "@modelcontextprotocol/client";

import { clientAuthentication, type Conversation } from "./client-provider.ts";

export type Refreshed =
  | { readonly type: "tokens"; readonly tokens: OAuthTokens }
  /** The refresh token is of no more use; if `client` is set, neither is the registration. */
  | { readonly type: "dead"; readonly client: boolean }
  /** It may work another time. */
  | { readonly type: "later" };

export async function refreshTokens(
  conversation: Conversation,
  options: { readonly refreshToken: string; readonly scope: string | undefined; readonly fetch: FetchLike },
): Promise<Refreshed> {
  const { discovered, client, proofs, identity } = conversation;
  if (!client) return { type: "dead", client: true };
  const { metadata, resource, state } = discovered;
  const addClientAuthentication = clientAuthentication(identity);
  let status: number | undefined;
  try {
    const tokens = await refreshAuthorization(state.authorizationServerUrl, {
      clientInformation: client,
      refreshToken: options.refreshToken,
      fetchFn: async (url, init) => {
        const response = await options.fetch(url, init);
        status = response.status;
        return response;
      },
      ...(metadata && { metadata }),
      ...(resource !== undefined && { resource }),
      ...(addClientAuthentication && { addClientAuthentication }),
      ...(proofs && { dpop: proofs }),
    });
    const scope = tokens.scope ?? options.scope;
    return { type: "tokens", tokens: { ...tokens, ...(scope && { scope }) } };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (mayPass(status)) return { type: "later" };
    const codes: readonly string[] = [OAuthErrorCode.InvalidClient, OAuthErrorCode.UnauthorizedClient];
    return { type: "dead", client: codes.includes(error.code) };
  }
}

/** By the status and not by what the answer says: some servers refuse in words that are not OAuth's. */
function mayPass(status: number | undefined): boolean {
  return status === undefined || status >= 500 || status === 408 || status === 429;
}
