/**
 * Gets other tokens without a person, while nobody else may touch the record.
 */

import { computeScopeUnion, type DpopSession, type FetchLike, type OAuthTokens } from "@modelcontextprotocol/client";
import type { webcrypto } from "node:crypto";

import { boundIssuer, type ClientIdentity, machineGrant, ownClient } from "./flow/client-identity.ts";
import { discover } from "./flow/discover.ts";
import { requestMachineTokens } from "./flow/machine-tokens.ts";
import { newProofKey } from "./flow/proof-key.ts";
import { refreshTokens } from "./flow/refresh-tokens.ts";
import type { Challenge } from "./http/challenge.ts";
import type { Credentials, HeldCredentials } from "./store/token-store.ts";
import { unavailable } from "./translate-failure.ts";

export interface Renewal {
  readonly serverUrl: string;
  readonly identity: ClientIdentity;
  /** The token that the server did not take, with what it was good for. */
  readonly refused: { readonly accessToken: string; readonly scope: string | undefined } | undefined;
  readonly challenge: Challenge;
  readonly fetch: FetchLike;
  readonly proofsFor: (key: webcrypto.JsonWebKey) => Promise<DpopSession>;
}

/** Undefined if it takes a person. What is returned and not the same as before is for the caller to save. */
export async function renew(held: HeldCredentials, renewal: Renewal): Promise<Credentials | undefined> {
  const { serverUrl, identity, refused, challenge, fetch } = renewal;
  const known = held.current;
  // Somebody was quicker, and what they got is still to be tried.
  if (known?.tokens && known.tokens.access_token !== refused?.accessToken) return known;
  const machine = machineGrant(identity);
  // A refresh cannot give more than there was (RFC 6749, 6).
  const refreshable = challenge.type === "token" ? withRefreshToken(known?.tokens) : undefined;
  if (!machine && !refreshable) return undefined;

  const discovered = await discover({ serverUrl, challenge, boundIssuer: boundIssuer(identity, known), fetch });
  const { issuer } = discovered;
  // What another issuer gave us is not for the eyes of this one.
  const ours = known?.issuer === issuer ? known : undefined;
  const client = ownClient(identity) ?? ours?.client;
  const proofKey = ours?.proofKey ?? (machine && discovered.wantsProof ? await newProofKey() : undefined);
  const base = { issuer, ...(client && { client }), ...(proofKey && { proofKey }) };
  const conversation = { identity, discovered, client, proofs: proofKey && (await renewal.proofsFor(proofKey)) };
  if (machine) {
    const scope = computeScopeUnion(identity.spec.scopes?.join(" "), ours && refused?.scope, challenge.scope);
    return { ...base, tokens: await requestMachineTokens(conversation, { scope, fetch }) };
  }
  if (!ours || !refreshable) return undefined;
  const refreshed = await refreshTokens(conversation, { tokens: refreshable, fetch });
  if (refreshed.type === "tokens") return { ...base, tokens: refreshed.tokens };
  if (refreshed.type === "later") throw unavailable(serverUrl);
  // Only what was tried and failed is given up; the record has not changed since we read it, for we hold it.
  await held.save(refreshed.client ? { issuer } : base);
  return undefined;
}

function withRefreshToken(tokens: OAuthTokens | undefined) {
  const refreshToken = tokens?.refresh_token;
  return tokens && refreshToken ? { ...tokens, refresh_token: refreshToken } : undefined;
}
