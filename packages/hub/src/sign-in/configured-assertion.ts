/**
 * The assertion (a JWT) that replaces a sign-in, from where the configuration says.
 */

import { readFile } from "node:fs/promises";

import {
  discoverAndRequestJwtAuthGrant,
  requestJwtAuthorizationGrant,
  resourceUrlFromServerUrl,
} from "@modelcontextprotocol/client";
import { defined } from "@tenon/basis";

import type { IdentityProviderSpec, RemoteServerSpec } from "../server-spec.ts";
import { type SignInError, signInError } from "./sign-in-error.ts";
import { translateFailure } from "./translate-failure.ts";
import type { AssertionSource } from "./client-identity.ts";

type AssertionRequest = Parameters<AssertionSource>[0];

/** Undefined if there is none, and a person or a secret is needed. */
export function configuredAssertion(spec: Pick<RemoteServerSpec, "url" | "signIn">): AssertionSource | undefined {
  const { assertion, assertionFile, identityProvider } = spec.signIn ?? {};
  if (identityProvider) return (request) => vouchedBy(identityProvider, request, spec.url);
  if (assertion === undefined && assertionFile === undefined) return undefined;
  return () => given(assertion, assertionFile, { serverUrl: spec.url, name: "assertion" });
}

/** The identity provider exchanges what it has issued for the user for a statement to the authorization server. */
async function vouchedBy(
  provider: IdentityProviderSpec,
  { issuer: audience, resource, scope, fetch }: AssertionRequest,
  serverUrl: string,
): Promise<string> {
  const { issuer, tokenEndpoint, clientId, clientSecret, idToken, idTokenFile } = provider;
  if (clientId === undefined) throw missing(serverUrl, "identityProvider.clientId");
  const options = {
    audience,
    resource: resource ?? resourceUrlFromServerUrl(serverUrl).href,
    idToken: await given(idToken, idTokenFile, { serverUrl, name: "identityProvider.idToken" }),
    clientId,
    fetchFn: fetch,
    ...defined({ clientSecret, scope }),
  };
  try {
    if (tokenEndpoint !== undefined) {
      return (await requestJwtAuthorizationGrant({ ...options, tokenEndpoint })).jwtAuthGrant;
    }
    if (issuer === undefined) throw missing(serverUrl, "identityProvider.issuer");
    return (await discoverAndRequestJwtAuthGrant({ ...options, idpUrl: issuer })).jwtAuthGrant;
  } catch (error) {
    const known = translateFailure(error, serverUrl);
    if (known.code !== "failed") throw known;
    const message = (server: string) => `The identity provider issued no assertion for ${server}`;
    throw signInError("refused", serverUrl, message, { reason: "identity_provider" });
  }
}

/** Read anew each time: those who write such files replace what is in them before it expires. */
async function given(
  text: string | undefined,
  file: string | undefined,
  { serverUrl, name }: { readonly serverUrl: string; readonly name: string },
): Promise<string> {
  if (text !== undefined) return text;
  if (file === undefined) throw missing(serverUrl, name);
  const read = await readFile(file, "utf8").catch((cause: unknown) => {
    const message = (server: string) => `Signing in to ${server} needs ${file}, which cannot be read`;
    throw signInError("bad_configuration", serverUrl, message, { reason: file }, { cause });
  });
  return read.trim();
}

function missing(serverUrl: string, key: string): SignInError {
  return signInError("bad_configuration", serverUrl, (server) => `Signing in to ${server} needs signIn.${key}`, {
    reason: key,
  });
}
