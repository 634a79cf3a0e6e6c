/**
 * A statement that stands for a sign-in, as the owner of a server has written down where it comes from.
 */

import { readFile } from "node:fs/promises";

import {
  discoverAndRequestJwtAuthGrant,
  requestJwtAuthorizationGrant,
  resourceUrlFromServerUrl,
} from "@modelcontextprotocol/client";

import type { IdentityProviderSpec, RemoteServerSpec } from "../../server-spec.ts";
import { plainAddress, SignInError } from "../sign-in-error.ts";
import { translateFailure } from "../translate-failure.ts";
import type { AssertionSource } from "./client-identity.ts";

type AssertionRequest = Parameters<AssertionSource>[0];

/** Undefined if there is none, and a person or a secret is needed. */
export function configuredAssertion(spec: Pick<RemoteServerSpec, "url" | "signIn">): AssertionSource | undefined {
  const { assertion, assertionFile, identityProvider } = spec.signIn ?? {};
  const server = plainAddress(spec.url);
  if (identityProvider) return (request) => vouchedBy(identityProvider, request, spec.url);
  if (assertion === undefined && assertionFile === undefined) return undefined;
  return () => given(assertion, assertionFile, { server, name: "assertion" });
}

/** The identity provider exchanges what it has issued for the user for a statement to the authorization server. */
async function vouchedBy(
  provider: IdentityProviderSpec,
  { issuer: audience, resource, scope, fetch }: AssertionRequest,
  serverUrl: string,
): Promise<string> {
  const server = plainAddress(serverUrl);
  const { issuer, tokenEndpoint, clientId, clientSecret, idToken, idTokenFile } = provider;
  if (clientId === undefined) throw missing(server, "identityProvider.clientId");
  const options = {
    audience,
    resource: resource ?? resourceUrlFromServerUrl(serverUrl).href,
    idToken: await given(idToken, idTokenFile, { server, name: "identityProvider.idToken" }),
    clientId,
    fetchFn: fetch,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(scope !== undefined && { scope }),
  };
  try {
    if (tokenEndpoint !== undefined) {
      return (await requestJwtAuthorizationGrant({ ...options, tokenEndpoint })).jwtAuthGrant;
    }
    if (issuer === undefined) throw missing(server, "identityProvider.issuer");
    return (await discoverAndRequestJwtAuthGrant({ ...options, idpUrl: issuer })).jwtAuthGrant;
  } catch (error) {
    const known = translateFailure(error, serverUrl);
    if (known.code !== "failed") throw known;
    const message = `The identity provider gives no statement for ${server}`;
    throw new SignInError("refused", message, { server, reason: "identity_provider" });
  }
}

/** Read anew each time: those who write such files replace what is in them before it expires. */
async function given(
  text: string | undefined,
  file: string | undefined,
  { server, name }: { readonly server: string; readonly name: string },
): Promise<string> {
  if (text !== undefined) return text;
  if (file === undefined) throw missing(server, name);
  const read = await readFile(file, "utf8").catch((cause: unknown) => {
    const message = `Signing in to ${server} needs ${file}, which cannot be read`;
    throw new SignInError("bad_configuration", message, { server, reason: file }, { cause });
  });
  return read.trim();
}

function missing(server: string, key: string): SignInError {
  return new SignInError("bad_configuration", `Signing in to ${server} needs signIn.${key}`, { server, reason: key });
}
