/**
 * One conversation with one authorization server, in the form in which the SDK asks about it.
 *
 * It keeps nothing beyond that: what is worth keeping goes through the store, and the SDK is never asked to decide what
 * to throw away.
 */

import {
  createPrivateKeyJwtAuth,
  type DpopSession,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";

import { type ClientIdentity, clientMetadata } from "./client-identity.ts";
import type { Discovered } from "./discover.ts";

export interface Conversation {
  readonly identity: ClientIdentity;
  readonly discovered: Discovered;
  /** As the authorization server knows us; undefined until it does. */
  readonly client: OAuthClientInformationMixed | undefined;
  readonly proofs?: DpopSession | undefined;
}

export function clientProvider(conversation: Conversation, redirectUrl?: string): OAuthClientProvider {
  const { identity, discovered, client, proofs } = conversation;
  const { clientMetadataUrl } = identity.spec;
  const authentication = clientAuthentication(identity);
  return {
    redirectUrl,
    clientMetadata: clientMetadata(identity, redirectUrl, discovered.metadata),
    ...(clientMetadataUrl && { clientMetadataUrl }),
    clientInformation: () => client && { ...client, issuer: discovered.issuer },
    discoveryState: () => discovered.state,
    tokens: () => undefined,
    saveTokens: nothing,
    redirectToAuthorization: nothing,
    saveCodeVerifier: nothing,
    codeVerifier: () => "",
    ...(authentication && { addClientAuthentication: authentication }),
    ...(proofs && { dpop: () => proofs }),
  };
}

/** How we prove who we are, where that takes more than a secret. */
export function clientAuthentication({ privateKey, spec }: ClientIdentity) {
  if (!privateKey || spec.clientId === undefined) return undefined;
  const { key, algorithm } = privateKey;
  return createPrivateKeyJwtAuth({ issuer: spec.clientId, subject: spec.clientId, privateKey: key, alg: algorithm });
}

function nothing(): void {}
