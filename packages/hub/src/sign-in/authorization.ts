/**
 * The authorization code grant: an address for a person to open, and the tokens for what it sends back.
 */

import {
  auth,
  fetchToken,
  type FetchLike,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import { defined } from "@tenon/basis";
import type { webcrypto } from "node:crypto";

import { type SignInError, signInError } from "./sign-in-error.ts";
import type { Credentials } from "./store/token-store.ts";
import { inBrackets, oauthCode } from "./translate-failure.ts";
import { clientProvider, type Conversation } from "./client-identity.ts";
import { proofsWith } from "./proof-key.ts";

export interface Authorization {
  readonly url: string;
  readonly scope: string | undefined;
  /** Who we are in it; newly registered if the conversation began without. */
  readonly client: OAuthClientInformationMixed;
  /** Exchanges the response for tokens; `state` has been checked. An response is good once. */
  redeem(response: URLSearchParams, options: { readonly fetch: FetchLike }): Promise<Credentials>;
}

export interface AuthorizationOptions extends Omit<Conversation, "proofs"> {
  readonly serverUrl: string;
  readonly redirectUrl: string;
  readonly state: string;
  readonly scope: string | undefined;
  readonly proofKey: webcrypto.JsonWebKey | undefined;
  readonly fetch: FetchLike;
}

export async function beginAuthorization(options: AuthorizationOptions): Promise<Authorization> {
  const { identity, discovered, serverUrl, redirectUrl, state, scope } = options;
  checkRegistrable(options);
  const seen: { client?: OAuthClientInformationMixed; url?: URL; codeVerifier?: string } = {};
  const provider: OAuthClientProvider = {
    ...clientProvider({ identity, discovered, client: options.client }, redirectUrl),
    state: () => state,
    // The owner's own client id is never replaced by a registration.
    ...(identity.spec.clientId === undefined && { saveClientInformation: (client) => void (seen.client = client) }),
    saveCodeVerifier: (codeVerifier) => void (seen.codeVerifier = codeVerifier),
    redirectToAuthorization: (url) => void (seen.url = url),
  };
  await auth(provider, { serverUrl, fetchFn: options.fetch, forceReauthorization: true, ...(scope && { scope }) });
  const { url, codeVerifier, client = options.client } = seen;
  if (!url || !client || codeVerifier === undefined) throw new Error("The SDK did not start an authorization");
  checkAddress(url, serverUrl);
  const requested = url.searchParams.get("scope") ?? undefined;
  return {
    url: url.href,
    scope: requested,
    client,
    redeem: (response, { fetch }) => redeem(response, { ...options, fetch, client, codeVerifier, scope: requested }),
  };
}

async function redeem(
  response: URLSearchParams,
  options: AuthorizationOptions & { readonly client: OAuthClientInformationMixed; readonly codeVerifier: string },
): Promise<Credentials> {
  const { discovered, client, codeVerifier, proofKey, redirectUrl, serverUrl } = options;
  const { metadata, issuer, resource, state } = discovered;
  const iss = response.get("iss") ?? undefined;
  // Before anything else is read: in a mix-up the rest is an attacker's.
  const issParameterSupported = metadata?.authorization_response_iss_parameter_supported === true;
  validateAuthorizationResponseIssuer({ iss, expectedIssuer: metadata?.issuer, issParameterSupported });
  const authorizationCode = response.get("code");
  if (!authorizationCode) throw refused(response, serverUrl);
  const proofs = proofKey && (await proofsWith(proofKey));
  const provider = { ...clientProvider({ ...options, proofs }, redirectUrl), codeVerifier: () => codeVerifier };
  const tokens = await fetchToken(provider, state.authorizationServerUrl, {
    authorizationCode,
    fetchFn: options.fetch,
    ...defined({ metadata, resource, iss }),
  });
  // A server that leaves the scope out has granted what was asked for (RFC 6749, 5.1).
  const scope = tokens.scope ?? options.scope;
  return { issuer, client, tokens: { ...tokens, ...(scope && { scope }) }, ...(proofKey && { proofKey }) };
}

function refused(response: URLSearchParams, serverUrl: string): SignInError {
  const reason = oauthCode(response.get("error"));
  const why = inBrackets(response.get("error_description"));
  const message = (server: string) => `Signing in to ${server} was refused: ${reason}${why}`;
  return signInError("refused", serverUrl, message, { reason });
}

function checkRegistrable({ client, discovered, identity, serverUrl }: AuthorizationOptions): void {
  const { metadata, issuer } = discovered;
  const hasDocument = identity.spec.clientMetadataUrl && metadata?.client_id_metadata_document_supported;
  if (client || hasDocument || !metadata || metadata.registration_endpoint) return;
  const message = (server: string) => `${server} needs a client registered at ${issuer} beforehand: set its clientId`;
  throw signInError("not_registered", serverUrl, message, { issuer });
}

/** A browser will be started with it, so it has to be a web address, and encrypted. */
function checkAddress(url: URL, serverUrl: string): void {
  const isLoopback = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) return;
  throw signInError("insecure", serverUrl, (server) => `The sign-in URL of ${server} does not use https`);
}
