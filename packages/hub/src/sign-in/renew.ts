/**
 * Gets other tokens without a person, while we hold the record.
 */

import type { webcrypto } from "node:crypto";

import {
  computeScopeUnion,
  type DpopSession,
  fetchToken,
  type FetchLike,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokens,
  refreshAuthorization,
} from "@modelcontextprotocol/client";
import { defined } from "@tenon/basis";

import {
  boundIssuer,
  clientAuthentication,
  type ClientIdentity,
  clientProvider,
  type Conversation,
  JWT_BEARER,
  machineGrant,
  ownClient,
  ownScope,
} from "./client-identity.ts";
import { discover } from "./discover.ts";
import type { Challenge } from "./guard-fetch.ts";
import { newProofKey } from "./proof-key.ts";
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

/** Another process was quicker, and its tokens are still to be tried. */
function isUntried(known: Credentials | undefined, refused: Renewal["refused"]): boolean {
  return known?.tokens !== undefined && known.tokens.access_token !== refused?.accessToken;
}

/** A refresh cannot give more than there was (RFC 6749, 6). */
function refreshTokenOf(known: Credentials | undefined, challenge: Challenge): string | undefined {
  return challenge.type === "token" ? known?.tokens?.refresh_token : undefined;
}

/** Asked for once: a refusal here means a wrong configuration, and asking again does not help. */
async function requestMachineTokens(
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
    ...defined({ metadata, resource }),
  });
  const granted = tokens.scope ?? scope;
  return { ...tokens, ...(granted && { scope: granted }) };
}

type Refreshed =
  | { readonly type: "tokens"; readonly tokens: OAuthTokens }
  /** The refresh token is of no more use; if `client` is set, neither is the registration. */
  | { readonly type: "dead"; readonly client: boolean }
  /** It may work another time. */
  | { readonly type: "later" };

async function refreshTokens(
  conversation: Conversation,
  options: { readonly refreshToken: string; readonly scope: string | undefined; readonly fetch: FetchLike },
): Promise<Refreshed> {
  const { discovered, client, proofs, identity } = conversation;
  if (!client) return { type: "dead", client: true };
  const { metadata, resource, state } = discovered;
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
      ...defined({ metadata, resource, dpop: proofs, addClientAuthentication: clientAuthentication(identity) }),
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

/** By the status and not by what the answer says: some servers refuse with errors that are not OAuth's. */
function mayPass(status: number | undefined): boolean {
  return status === undefined || status >= 500 || status === 408 || status === 429;
}
