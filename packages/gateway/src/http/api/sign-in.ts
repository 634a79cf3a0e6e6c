/**
 * `/api/login` and `/api/logout`: the token for a cookie and the page's key, and both for nothing.
 */

import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";

import { apiFailure } from "./api-failure.ts";
import { COOKIE_SECONDS, type Credentials } from "../door/credentials.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import type { HttpServices } from "../services.ts";
import { readFields } from "./read-body.ts";
import { createSignInAttempts } from "../door/sign-in-attempts.ts";

export interface SignIn {
  logIn(context: Context<HttpEnvironment>): Promise<Response>;
  logOut(context: Context<HttpEnvironment>): Promise<Response>;
}

export function createSignIn(options: HttpServices & { readonly credentials: Credentials }): SignIn {
  const { credentials, door, signedIn, limits, log, addressOf } = options;
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
      if (!credentials.isToken(token) && !credentials.takeTicket(token)) {
        log.warn("sign-in-refuse", { reason: "invalid token", peer });
        return apiFailure(401, "wrong_token", "Invalid token");
      }
      log.info("sign-in", { peer });
      const cookie = credentials.issueCookie();
      setCookie(context, door.cookieName, cookie, {
        ...cookieOptions,
        maxAge: COOKIE_SECONDS,
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
      }
      deleteCookie(context, door.cookieName, { ...cookieOptions, secure: door.wantsSecureCookie(incoming) });
      return context.body(null, 204);
    },
  };
}
