/**
 * The identity provider that the flags of `tenon serve` name.
 */

import { readFile } from "node:fs/promises";

import { errorMessage } from "@tenon/basis";
import type { IdentityProviderOptions } from "@tenon/gateway";

import { UsageError } from "../../process/usage-error.ts";

export interface IdentityProviderFlags {
  readonly oidc?: string;
  readonly oidcClient?: string;
  readonly oidcSecretFile?: string;
  readonly oidcAllow?: readonly string[];
}

/** The secret is in a file, because others on this machine see a command line. */
export async function identityProviderFrom(flags: IdentityProviderFlags): Promise<IdentityProviderOptions | undefined> {
  const { oidc, oidcClient: clientId, oidcSecretFile: file, oidcAllow: allowed } = flags;
  if (oidc === undefined) {
    if (clientId !== undefined || file !== undefined || allowed !== undefined) {
      throw new UsageError("--oidc-client, --oidc-secret-file and --oidc-allow need --oidc");
    }
    return undefined;
  }
  if (clientId === undefined || file === undefined) {
    throw new UsageError("--oidc needs --oidc-client and --oidc-secret-file");
  }
  return { issuer: issuerUrl(oidc), clientId, clientSecret: await secretIn(file), ...(allowed && { allowed }) };
}

function issuerUrl(given: string): URL {
  const url = URL.parse(given);
  const isLocal = url?.protocol === "http:" && /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (url && (url.protocol === "https:" || isLocal)) return url;
  throw new UsageError(`--oidc: expected an https URL, got "${given}"`);
}

async function secretIn(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`--oidc-secret-file: ${errorMessage(error)}`);
  });
  const secret = text.trim();
  if (secret === "") throw new UsageError(`--oidc-secret-file: ${file} is empty`);
  return secret;
}
