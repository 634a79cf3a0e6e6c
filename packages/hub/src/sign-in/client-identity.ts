/**
 * Who we are to an authorization server, as far as the server's owner has configured it, and in the form in which the
 * SDK asks for it.
 */

import {
  type AuthorizationServerMetadata,
  createPrivateKeyJwtAuth,
  type DpopSession,
  type FetchLike,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import { defined } from "@tenon/basis";

import type { SignInSpec } from "../server-spec.ts";
import type { Discovered } from "./discover.ts";

export interface ClientIdentity {
  readonly spec: SignInSpec;
  /** A statement by a party that the authorization server trusts, instead of a person. */
  readonly assertion: AssertionSource | undefined;
}

/** Gives a JWT for the JWT bearer grant: a workload's identity, or what a company's identity provider says of a user. */
export type AssertionSource = (request: {
  readonly issuer: string;
  readonly resource: string | undefined;
  readonly scope: string | undefined;
  readonly fetch: FetchLike;
}) => Promise<string>;

/** One conversation with one authorization server. */
export interface Conversation {
  readonly identity: ClientIdentity;
  readonly discovered: Discovered;
  /** As the authorization server knows us; undefined until it does. */
  readonly client: OAuthClientInformationMixed | undefined;
  readonly proofs?: DpopSession | undefined;
}

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

const CLIENT_NAME = "Tenon";

/** The grant that needs no person, if one is configured. */
export function machineGrant(identity: ClientIdentity): "client_credentials" | typeof JWT_BEARER | undefined {
  if (identity.assertion) return JWT_BEARER;
  return identity.spec.grant === "client_credentials" ? "client_credentials" : undefined;
}

/** As the owner has registered us, if so. */
export function ownClient({ spec }: ClientIdentity): OAuthClientInformationMixed | undefined {
  const { clientId, clientSecret } = spec;
  return clientId === undefined
    ? undefined
    : { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) };
}

/** The scopes the owner wants, on top of what the server asks for. */
export function ownScope({ spec }: ClientIdentity): string | undefined {
  return spec.scopes?.join(" ");
}

/** The only issuer that may see the owner's client id and secret; undefined if there are none, or it is not known yet. */
export function boundIssuer(
  identity: ClientIdentity,
  known: { readonly issuer: string } | undefined,
): string | undefined {
  return identity.spec.issuer ?? (ownClient(identity) && known?.issuer);
}

/** The SDK keeps nothing and decides nothing: what is worth keeping goes through the store. */
export function clientProvider(conversation: Conversation, redirectUrl?: string): OAuthClientProvider {
  const { identity, discovered, client, proofs } = conversation;
  const { clientMetadataUrl } = identity.spec;
  return {
    redirectUrl,
    clientMetadata: clientMetadata(identity, redirectUrl, discovered.metadata),
    ...defined({ clientMetadataUrl, addClientAuthentication: clientAuthentication(identity) }),
    clientInformation: () => client && { ...client, issuer: discovered.issuer },
    discoveryState: () => discovered.state,
    tokens: () => undefined,
    saveTokens: nothing,
    redirectToAuthorization: nothing,
    saveCodeVerifier: nothing,
    codeVerifier: () => "",
    ...(proofs && { dpop: () => proofs }),
  };
}

/** How we prove who we are, where that takes more than a secret. */
export function clientAuthentication({ spec }: ClientIdentity) {
  const { privateKey, algorithm = "ES256", clientId } = spec;
  if (privateKey === undefined || clientId === undefined) return undefined;
  return createPrivateKeyJwtAuth({ issuer: clientId, subject: clientId, privateKey, alg: algorithm });
}

/** What we send an authorization server about ourselves when we register. */
function clientMetadata(
  identity: ClientIdentity,
  redirectUrl: string | undefined,
  server: AuthorizationServerMetadata | undefined,
): OAuthClientMetadata {
  const machine = machineGrant(identity);
  return {
    client_name: CLIENT_NAME,
    redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
    grant_types: machine ? [machine] : ["authorization_code", "refresh_token"],
    response_types: machine ? [] : ["code"],
    token_endpoint_auth_method: authMethod(server?.token_endpoint_auth_methods_supported),
  };
}

/** A program on a user's machine keeps no secret; some servers insist that it has one. */
function authMethod(supported: readonly string[] | undefined): string {
  const withSecret = ["client_secret_basic", "client_secret_post"].find((method) => supported?.includes(method));
  return supported?.includes("none") ? "none" : (withSecret ?? "none");
}

function nothing(): void {}
