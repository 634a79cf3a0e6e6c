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
import type { webcrypto } from "node:crypto";

import { plainAddress, SignInError } from "../sign-in-error.ts";
import type { Credentials } from "../store/token-store.ts";
import { inBrackets, oauthWord } from "../translate-failure.ts";
import { clientProvider, type Conversation } from "./client-provider.ts";
import { proofsWith } from "./proof-key.ts";

export interface Authorization {
  readonly url: string;
  readonly scope: string | undefined;
  /** Who we are in it; newly registered if the conversation began without. */
  readonly client: OAuthClientInformationMixed;
  /** Exchanges the answer for tokens; `state` has been checked. An answer is good once. */
  redeem(answer: URLSearchParams, options: { readonly fetch: FetchLike }): Promise<Credentials>;
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
  if (!url || !client || codeVerifier === undefined) throw new Error("The SDK began no authorization");
  checkAddress(url, serverUrl);
  const requested = url.searchParams.get("scope") ?? undefined;
  return {
    url: url.href,
    scope: requested,
    client,
    redeem: (answer, { fetch }) => redeem(answer, { ...options, fetch, client, codeVerifier, scope: requested }),
  };
}

async function redeem(
  answer: URLSearchParams,
  options: AuthorizationOptions & { readonly client: OAuthClientInformationMixed; readonly codeVerifier: string },
): Promise<Credentials> {
  const { discovered, client, codeVerifier, proofKey, redirectUrl, serverUrl } = options;
  const { metadata, issuer, resource, state } = discovered;
  const iss = answer.get("iss") ?? undefined;
  // Before anything else is read: in a mix-up the rest is an attacker's.
  const issParameterSupported = metadata?.authorization_response_iss_parameter_supported === true;
  validateAuthorizationResponseIssuer({ iss, expectedIssuer: metadata?.issuer, issParameterSupported });
  const authorizationCode = answer.get("code");
  if (!authorizationCode) throw refused(answer, serverUrl);
  const proofs = proofKey && (await proofsWith(proofKey));
  const provider = { ...clientProvider({ ...options, proofs }, redirectUrl), codeVerifier: () => codeVerifier };
  const tokens = await fetchToken(provider, state.authorizationServerUrl, {
    authorizationCode,
    fetchFn: options.fetch,
    ...(metadata && { metadata }),
    ...(resource !== undefined && { resource }),
    ...(iss !== undefined && { iss }),
  });
  // A server that leaves the scope out has granted what was asked for (RFC 6749, 5.1).
  const scope = tokens.scope ?? options.scope;
  return { issuer, client, tokens: { ...tokens, ...(scope && { scope }) }, ...(proofKey && { proofKey }) };
}

function refused(answer: URLSearchParams, serverUrl: string): SignInError {
  const server = plainAddress(serverUrl);
  const reason = oauthWord(answer.get("error"));
  const why = inBrackets(answer.get("error_description"));
  return new SignInError("refused", `Signing in to ${server} was refused: ${reason}${why}`, { server, reason });
}

function checkRegistrable({ client, discovered, identity, serverUrl }: AuthorizationOptions): void {
  const { metadata, issuer } = discovered;
  const hasDocument = identity.spec.clientMetadataUrl && metadata?.client_id_metadata_document_supported;
  if (client || hasDocument || !metadata || metadata.registration_endpoint) return;
  const server = plainAddress(serverUrl);
  const message = `${server} wants a client that is registered at ${issuer} beforehand: set its clientId`;
  throw new SignInError("not_registered", message, { server, issuer });
}

/** A browser will be started with it, so it has to be a web address, and nobody may read along. */
function checkAddress(url: URL, serverUrl: string): void {
  const isLoopback = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) return;
  const server = plainAddress(serverUrl);
  throw new SignInError("insecure", `${server} wants you to sign in at an address that is not https`, { server });
}
