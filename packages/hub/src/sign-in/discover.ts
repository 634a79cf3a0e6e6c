/**
 * Finds a server's authorization server, each time anew: it may have changed since the last token was issued, and a
 * remembered one would then be shown credentials that are no longer its own.
 */

import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverOAuthServerInfo,
  type FetchLike,
  type OAuthDiscoveryState,
  resourceUrlFromServerUrl,
} from "@modelcontextprotocol/client";

import type { Challenge } from "./guard-fetch.ts";
import { signInError } from "./sign-in-error.ts";
import { issuerChanged } from "./translate-failure.ts";

export interface Discovered {
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** What tokens are to be good for (RFC 8707), in the server's own spelling. */
  readonly resource: string | undefined;
  readonly scopesSupported: string | undefined;
  /** Whether server and authorization server both want tokens bound to a key (DPoP). */
  readonly wantsProof: boolean;
  /** For the SDK. */
  readonly state: OAuthDiscoveryState;
}

export async function discover(options: {
  readonly serverUrl: string;
  readonly challenge: Challenge | undefined;
  /** The only issuer it may be, if that is known. */
  readonly boundIssuer: string | undefined;
  readonly fetch: FetchLike;
}): Promise<Discovered> {
  const { serverUrl, challenge, boundIssuer, fetch } = options;
  const resourceMetadataUrl = challenge?.resourceMetadataUrl;
  const found = await discoverOAuthServerInfo(serverUrl, {
    fetchFn: fetch,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  });
  const { authorizationServerMetadata: metadata, resourceMetadata } = found;
  const issuer = metadata?.issuer ?? found.authorizationServerUrl;
  if (boundIssuer !== undefined && !isSameIssuer(issuer, boundIssuer)) throw issuerChanged(serverUrl, boundIssuer);
  const resource = resourceMetadata?.resource;
  if (resource !== undefined) checkResource(serverUrl, resource);
  const resourceWantsProof =
    challenge?.offersProof === true ||
    resourceMetadata?.dpop_bound_access_tokens_required === true ||
    resourceMetadata?.dpop_signing_alg_values_supported !== undefined;
  return {
    issuer,
    metadata,
    resource,
    scopesSupported: resourceMetadata?.scopes_supported?.join(" ") || undefined,
    // Many authorization servers can bind tokens; most servers behind them would not take one that is bound.
    wantsProof: resourceWantsProof && isProofSupported(metadata),
    state: { ...found, ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href }) },
  };
}

/** People write the slash at the end, or not. */
function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}

/** A server must not get a token for another server. */
function checkResource(serverUrl: string, resource: string): void {
  const requestedResource = resourceUrlFromServerUrl(serverUrl);
  if (checkResourceAllowed({ requestedResource, configuredResource: resource })) return;
  const message = (server: string) => `${server} requests a sign-in for a different server`;
  throw signInError("resource_mismatch", serverUrl, message);
}

function isProofSupported(metadata: AuthorizationServerMetadata | undefined): boolean {
  if (!metadata || !("dpop_signing_alg_values_supported" in metadata)) return false;
  const algorithms = metadata.dpop_signing_alg_values_supported;
  return Array.isArray(algorithms) && algorithms.includes("ES256");
}
