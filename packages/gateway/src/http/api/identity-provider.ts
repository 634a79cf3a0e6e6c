/**
 * Signing in with an identity provider: OpenID Connect, by the authorization code flow with PKCE.
 *
 * The law: only the browser that began a sign-in can finish it. What is needed to finish is in a cookie of that browser, and
 * the ticket that it ends with is worth nothing elsewhere: a link cannot sign others in as the person who made it.
 */

import { errorMessage, isObject, type JsonObject, matchesGlob, objectOf, parseJson, stringOf } from "@tenon/basis";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Configuration } from "openid-client";

import { PeopleError } from "../../people/people-error.ts";
import type { People } from "../../people/people.ts";
import type { Credentials } from "../door/credentials.ts";
import type { Door } from "../door/door.ts";
import type { Log } from "../telemetry/log.ts";
import type { HttpEnvironment } from "./http-environment.ts";

export interface IdentityProviderOptions {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Patterns of e-mail addresses, such as `*@example.com`. Defaults to everyone whom the provider knows. */
  readonly allowed?: readonly string[];
}

export interface IdentityProvider {
  /** Shown on the button. */
  readonly host: string;
  /** Sends the browser there. */
  begin(context: Context<HttpEnvironment>): Promise<Response>;
  /** The browser comes back. */
  finish(context: Context<HttpEnvironment>): Promise<Response>;
}

export interface IdentityProviderServices {
  readonly people: People;
  readonly credentials: Credentials;
  readonly door: Door;
  readonly log: Log;
  /** Where people reach the gateway. */
  readonly address: string;
}

export const BEGIN_PATH = "/auth/sign-in";
export const FINISH_PATH = "/auth/callback";
const MINUTES_TO_SIGN_IN = 10;

export function createIdentityProvider(
  { issuer, clientId, clientSecret, allowed }: IdentityProviderOptions,
  { people, credentials, door, log, address }: IdentityProviderServices,
): IdentityProvider {
  const redirectUri = new URL(FINISH_PATH, address).href;
  const cookieName = signingInCookie(door);
  const configuration = createDiscovery({ issuer, clientId, clientSecret });

  return {
    host: issuer.host,
    async begin(context) {
      const client = await import("openid-client");
      const config = await configuration().catch(unreachable);
      if (!config) return context.text(`${issuer.host} cannot be reached now. Try again later.\n`, 503);
      const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
      const until = people.now() + MINUTES_TO_SIGN_IN * 60_000;
      // Lax: the browser comes back from another site.
      setCookie(context, cookieName, credentials.seal(JSON.stringify({ verifier, state, nonce, until })), {
        httpOnly: true,
        sameSite: "Lax",
        path: "/",
        maxAge: MINUTES_TO_SIGN_IN * 60,
        secure: door.isBehindTls,
      });
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid profile email",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return context.redirect(url.href);
    },
    async finish(context) {
      try {
        const begun = begunIn(credentials, getCookie(context, cookieName));
        if (!begun || begun.until <= people.now())
          throw new SignInRefused("it took too long, or began in another browser");
        const claims = await claimsOf(context.req.url, begun);
        const person = await people.signIn({ issuer: issuer.href, subject: claims.subject }, claims.name);
        const ticket = credentials.issueTicket({ owner: { personId: person.id }, mark: begun.state });
        return context.redirect(`/#token=${ticket}`);
      } catch (error) {
        return failed(context, error);
      }
    },
  };

  async function claimsOf(url: string, { verifier, state, nonce }: Begun): Promise<Claims> {
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
    const hasAll = asserted["name"] !== undefined && asserted["email"] !== undefined;
    const more = hasAll ? {} : await client.fetchUserInfo(config, tokens.access_token, subject).catch(() => ({}));
    const known: JsonObject = { ...more, ...asserted };
    const { email, email_verified: isVerified, name, preferred_username: username } = known;
    const address = isVerified === false ? undefined : stringOf(email);
    if (allowed && !allowed.some((pattern) => matchesGlob(pattern.toLowerCase(), address?.toLowerCase() ?? ""))) {
      throw new SignInRefused("your e-mail address is not among those that may sign in here");
    }
    return { subject, name: stringOf(name) ?? stringOf(username) ?? stringOf(email) ?? subject };
  }

  function unreachable(error: unknown): undefined {
    log.error("identity-provider-fail", { error, issuer: issuer.href });
  }

  function failed(context: Context<HttpEnvironment>, error: unknown): Response {
    const isKnown = error instanceof SignInRefused || error instanceof PeopleError;
    log.warn("sign-in-refuse", { reason: errorMessage(error), by: issuer.host });
    const why = isKnown ? error.message : "the identity provider did not confirm it";
    return context.text(`You are not signed in: ${why}.\n`, 401);
  }
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

/** Holds what a browser needs to finish what it began. */
export function signingInCookie({ cookieName }: Pick<Door, "cookieName">): string {
  return `${cookieName}-signing-in`;
}

export interface Begun {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly until: number;
}

export function begunIn(credentials: Pick<Credentials, "unseal">, cookie: string | undefined): Begun | undefined {
  const value = parseJson(credentials.unseal(cookie ?? "") ?? "");
  return isBegun(value) ? value : undefined;
}

interface Claims {
  readonly subject: string;
  readonly name: string;
}

class SignInRefused extends Error {}

function isBegun(value: unknown): value is Begun {
  if (!isObject(value) || typeof value["until"] !== "number") return false;
  return ["verifier", "state", "nonce"].every((field) => typeof value[field] === "string");
}
