/**
 * Reads how to sign in to a server that the client gives: `_meta.tenon.signIn` of its entry.
 *
 * The same keys as in a configuration, without files and variables: a client on another machine could have any of ours
 * sent to a server of its own.
 */

import { defined, InvalidValueError, objectAt, objectOf, oneOfAt, stringAt, stringsAt } from "@tenon/basis";

import type { IdentityProviderSpec, SignInSpec } from "../server-spec.ts";

/** Undefined if the entry has none. */
export function readGivenSignIn(meta: unknown, entry: string): SignInSpec | undefined {
  const signIn = objectOf(objectOf(meta)["tenon"])["signIn"];
  if (signIn === undefined || signIn === null) return undefined;
  const path = `${entry}._meta.tenon.signIn`;
  const { identityProvider, scopes, grant, redirectPort, ...strings } = objectAt(path, signIn);
  return {
    ...stringFields(path, strings, STRINGS),
    ...defined({
      scopes: scopes === undefined ? undefined : scopesAt(`${path}.scopes`, scopes),
      grant: grant === undefined ? undefined : oneOfAt(`${path}.grant`, grant, GRANTS),
      redirectPort: redirectPort === undefined ? undefined : portAt(`${path}.redirectPort`, redirectPort),
      identityProvider:
        identityProvider === undefined ? undefined : providerAt(`${path}.identityProvider`, identityProvider),
    }),
  };
}

const STRINGS = [
  "clientId",
  "clientSecret",
  "clientMetadataUrl",
  "issuer",
  "privateKey",
  "algorithm",
  "assertion",
] as const satisfies readonly (keyof SignInSpec)[];

const PROVIDER_STRINGS = [
  "issuer",
  "tokenEndpoint",
  "clientId",
  "clientSecret",
  "idToken",
] as const satisfies readonly (keyof IdentityProviderSpec)[];

const GRANTS = ["authorization_code", "client_credentials"] as const;

function providerAt(path: string, value: unknown): IdentityProviderSpec {
  return stringFields(path, objectAt(path, value), PROVIDER_STRINGS);
}

function stringFields<Key extends string>(
  path: string,
  fields: Readonly<Record<string, unknown>>,
  known: readonly Key[],
): { readonly [Each in Key]?: string } {
  const strings: { [Each in Key]?: string } = {};
  for (const [name, value] of Object.entries(fields)) {
    const key = known.find((each) => each === name);
    if (key === undefined)
      throw new InvalidValueError(`${path}.${name}`, `is not known; the known keys are ${known.join(", ")}`);
    strings[key] = stringAt(`${path}.${name}`, value);
  }
  return strings;
}

function scopesAt(path: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new InvalidValueError(path, "must be an array of strings");
  return stringsAt(path, value);
}

function portAt(path: string, value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new InvalidValueError(path, "must be a port");
}
