/**
 * Reads how to sign in to a server that the client gives: `_meta.tenon.signIn` of its entry.
 *
 * The same words as in a configuration, but for files: a client on another machine could have any of ours sent to a server of
 * its own. Variables are not put in for the same reason.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import type { IdentityProviderSpec, SignInSpec } from "@tenon/hub";

/** Undefined if the entry says nothing about it. Throws an error of the protocol that names what cannot be used. */
export function readGivenSignIn(meta: unknown, place: string): SignInSpec | undefined {
  const signIn = memberOf(memberOf(meta, "tenon"), "signIn");
  if (signIn === undefined || signIn === null) return undefined;
  const at = `${place}._meta.tenon.signIn`;
  const { identityProvider, scopes, grant, redirectPort, ...texts } = fieldsOf(signIn, at);
  return {
    ...textsOf(texts, TEXTS, at),
    ...(scopes !== undefined && { scopes: scopesOf(scopes, `${at}.scopes`) }),
    ...(grant !== undefined && { grant: grantOf(grant, `${at}.grant`) }),
    ...(redirectPort !== undefined && { redirectPort: portOf(redirectPort, `${at}.redirectPort`) }),
    ...(identityProvider !== undefined && { identityProvider: providerOf(identityProvider, `${at}.identityProvider`) }),
  };
}

const TEXTS = [
  "clientId",
  "clientSecret",
  "clientMetadataUrl",
  "issuer",
  "privateKey",
  "algorithm",
  "assertion",
] as const satisfies readonly (keyof SignInSpec)[];

const PROVIDER_TEXTS = [
  "issuer",
  "tokenEndpoint",
  "clientId",
  "clientSecret",
  "idToken",
] as const satisfies readonly (keyof IdentityProviderSpec)[];

const GRANTS = ["authorization_code", "client_credentials"] as const;

function providerOf(value: unknown, place: string): IdentityProviderSpec {
  return textsOf(fieldsOf(value, place), PROVIDER_TEXTS, place);
}

function textsOf<Key extends string>(
  fields: Readonly<Record<string, unknown>>,
  known: readonly Key[],
  place: string,
): { readonly [Each in Key]?: string } {
  const texts: { [Each in Key]?: string } = {};
  for (const [name, value] of Object.entries(fields)) {
    const key = known.find((each) => each === name);
    if (key === undefined) throw refusal(`${place}.${name}`, `is not known here; there are ${known.join(", ")}`);
    if (typeof value !== "string" || value === "") throw refusal(`${place}.${name}`, "must be a non-empty string");
    texts[key] = value;
  }
  return texts;
}

function scopesOf(value: unknown, place: string): readonly string[] {
  if (Array.isArray(value) && value.every((scope) => typeof scope === "string")) return value;
  throw refusal(place, "must be an array of strings");
}

function grantOf(value: unknown, place: string): NonNullable<SignInSpec["grant"]> {
  const grant = GRANTS.find((each) => each === value);
  if (grant === undefined) throw refusal(place, `must be ${GRANTS.join(" or ")}`);
  return grant;
}

function portOf(value: unknown, place: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw refusal(place, "must be a port");
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}

function fieldsOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refusal(place, "must be an object");
  return { ...value };
}

function refusal(place: string, what: string): RequestError {
  return RequestError.invalidParams({ path: place }, `${place} ${what}`);
}
