/**
 * What a server wants before it answers, in its own words (RFC 6750, RFC 9728).
 */

import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";

export interface Challenge {
  /** Any other token, or one that may do more. */
  readonly type: "token" | "scope";
  readonly resourceMetadataUrl: URL | undefined;
  readonly scope: string | undefined;
  /** Whether it takes tokens that are bound to a key (DPoP). */
  readonly offersProof: boolean;
}

/** Undefined if the server has no objection to who we are. */
export function readChallenge(response: Response): Challenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  if (response.status === 403 && error !== "insufficient_scope") return undefined;
  const schemes = response.headers.get("www-authenticate") ?? "";
  return {
    type: response.status === 401 ? "token" : "scope",
    resourceMetadataUrl,
    scope,
    offersProof: /(^|,)\s*dpop(\s|,|$)/i.test(schemes),
  };
}
