/**
 * `/api/login` and `/api/logout`: the token for a cookie and the page's key, and both for nothing.
 */

import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

import { apiFailure } from "./api-failure.ts";
import { type CookieOwner, cookieSeconds, type Credentials } from "../door/credentials.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import { begunIn, signingInCookie } from "./identity-provider.ts";
import type { HttpServices } from "../services.ts";
import { readFields } from "./read-body.ts";
import { createSignInAttempts } from "../door/sign-in-attempts.ts";

export interface SignIn {
  logIn(context: Context<HttpEnvironment>): Promise<Response>;
  logOut(context: Context<HttpEnvironment>): Promise<Response>;
}

type SignInOptions = HttpServices & { readonly credentials: Credentials };

export function createSignIn(options: SignInOptions): SignIn {
  const { credentials, people, door, signedIn, limits, log, addressOf } = options;
  const attempts = createSignInAttempts({ perMinute: limits.signInsPerMinute });
  const cookieOptions = { httpOnly: true, sameSite: "Strict", path: "/" } as const;
  return {
    async logIn(context) {
      const { incoming } = context.env;
      const peer = addressOf(incoming);
      // Read first: one that never sends its body is no attempt, and must not keep others from theirs.
      const fields = await readFields(context, limits);
      if (fields instanceof Response) return fields;
      const wait = attempts.waitOf(peer);
      if (wait > 0) {
        log.warn("sign-in-refuse", { reason: "too many attempts", peer });
        context.header("Retry-After", String(wait));
        return context.json({ error: { code: "too_many_attempts", message: `Try again in ${wait} seconds` } }, 429);
      }
      const { token } = fields;
      if (typeof token !== "string") return apiFailure(400, "bad_body", 'The body must be JSON: {"token":"…"}');
      const begun = begunIn(credentials, getCookie(context, signingInCookie(door)));
      const whose = await ownerOf(options, token, begun?.state);
      if (!whose) {
        log.warn("sign-in-refuse", { reason: "invalid token", peer });
        return apiFailure(401, "wrong_token", "Invalid token");
      }
      const { owner } = whose;
      const access = owner ? await people?.access(owner.personId) : people?.local;
      log.info("sign-in", { peer, ...(owner && { person: access?.person.name }) });
      access?.record("sign-in", {
        details: { by: owner && owner.tokenId === undefined ? "identity provider" : "token" },
      });
      if (begun) deleteCookie(context, signingInCookie(door), { path: "/" });
      const cookie = credentials.issueCookie(owner);
      setCookie(context, door.cookieName, cookie, {
        ...cookieOptions,
        maxAge: cookieSeconds(owner),
        secure: door.wantsSecureCookie(incoming),
      });
      return context.json({ key: credentials.pageKeyOf(cookie) });
    },
    async logOut(context) {
      const { incoming } = context.env;
      const cookie = door.cookieIn(incoming);
      if (cookie !== undefined) {
        await credentials.revokeCookie(cookie);
        signedIn.signOut(cookie);
        context.get("identity").access?.record("sign-out");
      }
      deleteCookie(context, door.cookieName, { ...cookieOptions, secure: door.wantsSecureCookie(incoming) });
      return context.body(null, 204);
    },
  };
}

/** Whose a token or a ticket is; without an owner that of the gateway itself. */
async function ownerOf(
  { credentials, people }: SignInOptions,
  given: string,
  mark: string | undefined,
): Promise<{ owner?: CookieOwner } | undefined> {
  if (credentials.isToken(given)) return {};
  const ticket = await credentials.takeTicket(given, mark);
  if (ticket) return ticket;
  const holder = await people?.withToken(given);
  return holder && { owner: { personId: holder.access.person.id, tokenId: holder.tokenId } };
}
