/**
 * The identity provider that the flags of `tenon serve` name.
 */

import type { IdentityProviderOptions } from "@tenon/gateway";

import { t } from "../../messages/t.ts";
import { readSecretFile } from "../../arguments/read-given-file.ts";
import { UsageError } from "../../process/usage-error.ts";

export interface IdentityProviderFlags {
  readonly oidc?: string;
  readonly oidcClient?: string;
  readonly oidcSecretFile?: string;
  readonly oidcAllow?: readonly string[];
  readonly oidcTrustEmail: boolean;
}

/** The secret is in a file, because others on this machine see a command line. */
export async function identityProviderFrom(flags: IdentityProviderFlags): Promise<IdentityProviderOptions | undefined> {
  const { oidc, oidcClient: clientId, oidcSecretFile: file, oidcAllow: allowed, oidcTrustEmail: trustsEmail } = flags;
  if (oidc === undefined) {
    if (clientId !== undefined || file !== undefined || allowed !== undefined || trustsEmail) {
      throw new UsageError(t("--oidc-client, --oidc-secret-file, --oidc-allow and --oidc-trust-email need --oidc"));
    }
    return undefined;
  }
  if (clientId === undefined || file === undefined) {
    throw new UsageError(t("--oidc needs --oidc-client and --oidc-secret-file"));
  }
  return {
    issuer: issuerUrl(oidc),
    clientId,
    clientSecret: await readSecretFile("--oidc-secret-file", file),
    ...(allowed && { allowed }),
    trustsEmail,
  };
}

function issuerUrl(given: string): URL {
  const url = URL.parse(given);
  const isLocal = url?.protocol === "http:" && /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (url && (url.protocol === "https:" || isLocal)) return url;
  throw new UsageError(t('{flag}: expected an https URL, got "{given}"', { flag: "--oidc", given }));
}
