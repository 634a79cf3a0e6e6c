/**
 * Who we are to an authorization server, as far as somebody has decided that beforehand.
 */

import type {
  AuthorizationServerMetadata,
  FetchLike,
  OAuthClientInformationMixed,
  OAuthClientMetadata,
} from "@modelcontextprotocol/client";

import type { SignInSpec } from "../../server-spec.ts";

export interface ClientIdentity {
  /** How people see us when they are asked to agree. */
  readonly name: string;
  readonly spec: SignInSpec;
  /** The only authorization server that may see the owner's client id and secret; found out at first use unless told. */
  readonly issuer?: string | undefined;
  /** Instead of a secret. */
  readonly privateKey?: PrivateKey | undefined;
  /** A statement by somebody the authorization server trusts, instead of a person. */
  readonly assertion?: AssertionSource | undefined;
}

export interface PrivateKey {
  /** PKCS #8 in PEM, or a JWK. */
  readonly key: string | Record<string, unknown>;
  /** Such as ES256. */
  readonly algorithm: string;
}

/** Gives a JWT for the JWT bearer grant: a workload's identity, or what a company's identity provider says of a user. */
export type AssertionSource = (request: {
  readonly issuer: string;
  readonly resource: string | undefined;
  readonly scope: string | undefined;
  readonly fetch: FetchLike;
}) => string | Promise<string>;

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** The grant that needs no person, if it is to be one. */
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

/** The issuer that alone may see what the owner has entrusted to us; undefined if that is nothing, or not known yet. */
export function boundIssuer(
  identity: ClientIdentity,
  known: { readonly issuer: string } | undefined,
): string | undefined {
  return identity.issuer ?? (ownClient(identity) && known?.issuer);
}

/** What we tell an authorization server about ourselves when we register. */
export function clientMetadata(
  identity: ClientIdentity,
  redirectUrl: string | undefined,
  server: AuthorizationServerMetadata | undefined,
): OAuthClientMetadata {
  const machine = machineGrant(identity);
  return {
    client_name: identity.name,
    redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
    grant_types: machine ? [machine] : ["authorization_code", "refresh_token"],
    response_types: machine ? [] : ["code"],
    token_endpoint_auth_method: authMethod(server?.token_endpoint_auth_methods_supported),
  };
}

/** A program on somebody's machine keeps no secret; some servers insist that it has one. */
function authMethod(supported: readonly string[] | undefined): string {
  const withSecret = ["client_secret_basic", "client_secret_post"].find((method) => supported?.includes(method));
  return supported?.includes("none") ? "none" : (withSecret ?? "none");
}
