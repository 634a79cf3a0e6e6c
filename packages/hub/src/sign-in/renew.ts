/**
 * Gets other tokens without a person, while nobody else may touch the record.
 */

import { computeScopeUnion, type DpopSession, type FetchLike } from "@modelcontextprotocol/client";
import type { webcrypto } from "node:crypto";

import { boundIssuer, type ClientIdentity, machineGrant, ownClient, ownScope } from "./flow/client-identity.ts";
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

/** Whether there is anything to try that needs no person. */
export function isRenewable(
  known: Credentials | undefined,
  renewal: Pick<Renewal, "identity" | "refused" | "challenge">,
) {
  const { identity, refused, challenge } = renewal;
  return (
    isUntried(known, refused) || machineGrant(identity) !== undefined || refreshTokenOf(known, challenge) !== undefined
  );
}

/** Undefined if it takes a person. What is returned and not the same as before is for the caller to save. */
export async function renew(held: HeldCredentials, renewal: Renewal): Promise<Credentials | undefined> {
  const { serverUrl, identity, refused, challenge, fetch } = renewal;
  const known = held.current;
  if (isUntried(known, refused)) return known;
  const machine = machineGrant(identity);
  const refreshToken = refreshTokenOf(known, challenge);
  if (!machine && refreshToken === undefined) return undefined;

  const discovered = await discover({ serverUrl, challenge, boundIssuer: boundIssuer(identity, known), fetch });
  const { issuer } = discovered;
  // What another issuer gave us is not for the eyes of this one.
  const ours = known?.issuer === issuer ? known : undefined;
  const client = ownClient(identity) ?? ours?.client;
  const proofKey = ours?.proofKey ?? (machine && discovered.wantsProof ? await newProofKey() : undefined);
  const base = { issuer, ...(client && { client }), ...(proofKey && { proofKey }) };
  const conversation = { identity, discovered, client, proofs: proofKey && (await renewal.proofsFor(proofKey)) };
  if (machine) {
    const scope = computeScopeUnion(ownScope(identity), ours && refused?.scope, challenge.scope);
    return { ...base, tokens: await requestMachineTokens(conversation, { scope, fetch }) };
  }
  if (!ours?.tokens || refreshToken === undefined) return undefined;
  const { tokens, ...rest } = ours;
  const refreshed = await refreshTokens(conversation, { refreshToken, scope: tokens.scope, fetch });
  const { wanted } = ours;
  if (refreshed.type === "tokens") return { ...base, tokens: refreshed.tokens, ...(wanted && { wanted }) };
  if (refreshed.type === "later") throw unavailable(serverUrl);
  // Only what was tried and failed is given up; the record has not changed since we read it, for we hold it.
  await held.save(refreshed.client ? { issuer } : rest);
  return undefined;
}

/** Somebody was quicker, and what they got is still to be tried. */
function isUntried(known: Credentials | undefined, refused: Renewal["refused"]): boolean {
  return known?.tokens !== undefined && known.tokens.access_token !== refused?.accessToken;
}

/** A refresh cannot give more than there was (RFC 6749, 6). */
function refreshTokenOf(known: Credentials | undefined, challenge: Challenge): string | undefined {
  return challenge.type === "token" ? known?.tokens?.refresh_token : undefined;
}
