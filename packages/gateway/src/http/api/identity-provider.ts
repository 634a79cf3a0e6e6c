/**
 * Signing in with an identity provider: OpenID Connect, by the authorization code flow with PKCE.
 *
 * The law: only the browser that began a sign-in can finish it. What is needed to finish is in a cookie of that browser, and
 * the ticket that it ends with is worth nothing elsewhere: a link cannot sign others in as the person who made it.
 */

import { errorMessage, isObject, parseJson } from "@tenon/basis";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

import { PeopleError } from "../../people/people-error.ts";
import type { People } from "../../people/people.ts";
import type { Credentials } from "../door/credentials.ts";
import type { Door } from "../door/door.ts";
import type { Log } from "../telemetry/log.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import {
  createOpenIdClient,
  type IdentityProviderOptions,
  SignInRefused,
  type SignInSecrets,
} from "./openid-client.ts";

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
  options: IdentityProviderOptions,
  { people, credentials, door, log, address }: IdentityProviderServices,
): IdentityProvider {
  const { issuer } = options;
  const cookieName = signingInCookie(door);
  const client = createOpenIdClient({ ...options, redirectUri: new URL(FINISH_PATH, address).href });

  return {
    host: issuer.host,
    async begin(context) {
      if (!(await client.discovered().catch(unreachable)))
        return context.text(`${issuer.host} cannot be reached now. Try again later.\n`, 503);
      const begun = await client.begin();
      const until = people.now() + MINUTES_TO_SIGN_IN * 60_000;
      // Lax: the browser comes back from another site.
      setCookie(context, cookieName, credentials.seal(JSON.stringify({ ...begun.secrets, until })), {
        httpOnly: true,
        sameSite: "Lax",
        path: "/",
        maxAge: MINUTES_TO_SIGN_IN * 60,
        secure: door.isBehindTls,
      });
      return context.redirect(begun.url.href);
    },
    async finish(context) {
      try {
        const begun = begunIn(credentials, getCookie(context, cookieName));
        if (!begun || begun.until <= people.now())
          throw new SignInRefused("it took too long, or began in another browser");
        const claims = await client.finish(context.req.url, begun);
        const person = await people.signIn({ issuer: issuer.href, subject: claims.subject }, claims.name);
        const ticket = credentials.issueTicket({ owner: { personId: person.id }, mark: begun.state });
        return context.redirect(`/#token=${ticket}`);
      } catch (error) {
        return failed(context, error);
      }
    },
  };

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

/** Holds what a browser needs to finish what it began. */
export function signingInCookie({ cookieName }: Pick<Door, "cookieName">): string {
  return `${cookieName}-signing-in`;
}

export interface Begun extends SignInSecrets {
  readonly until: number;
}

export function begunIn(credentials: Pick<Credentials, "unseal">, cookie: string | undefined): Begun | undefined {
  const value = parseJson(credentials.unseal(cookie ?? "") ?? "");
  return isBegun(value) ? value : undefined;
}

function isBegun(value: unknown): value is Begun {
  if (!isObject(value) || typeof value["until"] !== "number") return false;
  return ["verifier", "state", "nonce"].every((field) => typeof value[field] === "string");
}
