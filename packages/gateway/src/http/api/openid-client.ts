/**
 * The client's part of OpenID Connect: the authorization code flow with PKCE.
 */

import { type JsonObject, matchesGlob, objectOf, stringOf } from "@tenon/basis";
import type { Configuration } from "openid-client";

export interface IdentityProviderOptions {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Patterns of e-mail addresses, such as `*@example.com`. Defaults to everyone whom the provider knows. */
  readonly allowed?: readonly string[];
  /**
   * Addresses count of which the provider does not say whether it has verified them. Where people write theirs themselves, that
   * lets anyone in.
   */
  readonly trustsEmail?: boolean;
}

/** What finishes a sign-in: only the browser that began it may have them. */
export interface SignInSecrets {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

interface Claims {
  readonly subject: string;
  readonly name: string;
}

/** Its message is for the person. */
export class SignInRefused extends Error {}

export interface OpenIdClientOptions extends IdentityProviderOptions {
  readonly redirectUri: string;
}

export function createOpenIdClient(options: OpenIdClientOptions) {
  const { redirectUri, allowed, trustsEmail = false } = options;
  const configuration = createDiscovery(options);
  return {
    /** Rejects if the provider cannot be reached. */
    discovered: configuration,
    /** Where the browser has to go. */
    async begin(): Promise<{ readonly url: URL; readonly secrets: SignInSecrets }> {
      const client = await import("openid-client");
      const config = await configuration();
      const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid profile email",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return { url, secrets: { verifier, state, nonce } };
    },
    /** `url` is where the browser came back. Rejects with `SignInRefused`, or with the library's error. */
    async finish(url: string, { verifier, state, nonce }: SignInSecrets): Promise<Claims> {
      const client = await import("openid-client");
      const config = await configuration();
      const current = new URL(redirectUri);
      current.search = new URL(url).search;
      const tokens = await client.authorizationCodeGrant(config, current, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const subject = tokens.claims()?.sub ?? "";
      const asserted = objectOf(tokens.claims());
      const hasAll = ["name", "email", "email_verified"].every((claim) => asserted[claim] !== undefined);
      const more = hasAll ? {} : await client.fetchUserInfo(config, tokens.access_token, subject).catch(() => ({}));
      const known: JsonObject = { ...more, ...asserted };
      const { email, name, preferred_username: username } = known;
      const verified = [asserted, objectOf(more)].find((claims) => claims["email_verified"] !== undefined);
      const isKnown = verified ? isVerified(verified, email) : trustsEmail;
      const address = isKnown ? stringOf(email) : undefined;
      if (allowed && !allowed.some((pattern) => matchesGlob(pattern.toLowerCase(), address?.toLowerCase() ?? ""))) {
        throw new SignInRefused(
          isKnown || email === undefined
            ? "your e-mail address is not among those that may sign in here"
            : "the identity provider has not verified your e-mail address",
        );
      }
      return { subject, name: stringOf(name) ?? stringOf(username) ?? stringOf(email) ?? subject };
    },
  };
}

/** Of this address. Some providers write it as a string. */
function isVerified({ email_verified: said, email }: JsonObject, address: unknown): boolean {
  return (said === true || said === "true") && (email === undefined || email === address);
}

/** Asked for when it is needed: the gateway starts also while the provider is down, and tries again. */
function createDiscovery({ issuer, clientId, clientSecret }: IdentityProviderOptions): () => Promise<Configuration> {
  let discovered: Promise<Configuration> | undefined;
  return async () => {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw error;
    }
  };

  async function discover(): Promise<Configuration> {
    const client = await import("openid-client");
    // Only a provider on this machine may be without TLS.
    const execute = issuer.protocol === "http:" ? [client.allowInsecureRequests] : [];
    return await client.discovery(issuer, clientId, clientSecret, undefined, { execute });
  }
}
