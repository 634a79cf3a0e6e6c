/**
 * Who may come in: a client with the token, or with the cookie that was issued for it and the page's key.
 *
 * The cookie is not the token. It is a time and a random number, signed with a key made of the token: a server that was
 * restarted still knows it, and a new token ends it. Browsers send it to every port of this machine, so it proves nothing
 * alone: the page's key is kept by the page, where only pages of the same origin read it.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { rememberSignedOut, type SignedOut } from "./signed-out.ts";

export interface Credentials {
  isToken(given: string): boolean;
  /** Replaces the token once, for a short time: for URLs and command lines, which others may see. */
  issueTicket(): string;
  /** True the first time for each ticket. */
  takeTicket(given: string): boolean;
  /** Good for the numbers of `/metrics`, and for nothing else. */
  isMetricsToken(given: string): boolean;
  issueCookie(): string;
  isCookie(given: string): boolean;
  /** The second secret of the page that was given this cookie. */
  pageKeyOf(cookie: string): string;
  isPageKey(given: string, cookie: string): boolean;
  /** It is no cookie any more, also after a restart. */
  revokeCookie(given: string): Promise<void>;
}

export const COOKIE_SECONDS = 30 * 24 * 60 * 60;
const TICKET_MS = 60_000;

export interface CredentialsOptions {
  readonly token: string;
  /** Cookies that were signed out. Defaults to a list in memory. */
  readonly signedOut?: SignedOut | undefined;
  readonly now?: () => number;
}

/** What a program that only reads `/metrics` is given. A new token makes a new one. */
export function metricsTokenFor(token: string): string {
  return createHmac("sha256", token).update("tenon serve: metrics").digest("base64url");
}

export function createCredentials(options: CredentialsOptions): Credentials {
  const { token, signedOut = rememberSignedOut(), now = Date.now } = options;
  const tokenHash = hashOf(token);
  const metricsHash = hashOf(metricsTokenFor(token));
  const key = createHmac("sha256", token).update("tenon serve: cookies").digest();
  const tickets = new Map<string, number>();

  const signatureOf = (signed: string) => createHmac("sha256", key).update(signed).digest("base64url");

  return {
    // Of two hashes, how much they have in common says nothing about the token.
    isToken: (given) => timingSafeEqual(hashOf(given), tokenHash),
    isMetricsToken: (given) => timingSafeEqual(hashOf(given), metricsHash),
    issueTicket() {
      const ticket = randomBytes(32).toString("base64url");
      tickets.set(ticket, now() + TICKET_MS);
      return ticket;
    },
    takeTicket(given) {
      const until = tickets.get(given) ?? 0;
      tickets.delete(given);
      return until > now();
    },
    issueCookie() {
      const signed = `${Math.floor(now() / 1000) + COOKIE_SECONDS}.${randomBytes(16).toString("base64url")}`;
      return `${signed}.${signatureOf(signed)}`;
    },
    isCookie,
    pageKeyOf,
    isPageKey: (given, cookie) => timingSafeEqual(hashOf(given), hashOf(pageKeyOf(cookie))),
    async revokeCookie(given) {
      if (isCookie(given)) await signedOut.add(markOf(given), endOf(given));
    },
  };

  function pageKeyOf(cookie: string): string {
    return signatureOf(`the page of ${cookie}`);
  }

  function isCookie(given: string): boolean {
    const end = given.lastIndexOf(".");
    const expected = signatureOf(given.slice(0, Math.max(0, end)));
    const isSigned = timingSafeEqual(hashOf(given.slice(end + 1)), hashOf(expected));
    return isSigned && endOf(given) > now() && !signedOut.has(markOf(given));
  }
}

/** When a cookie ends by itself, in milliseconds since 1970. */
function endOf(cookie: string): number {
  return Number.parseInt(cookie, 10) * 1000;
}

/** What is kept of a cookie that was signed out. */
function markOf(cookie: string): string {
  return hashOf(cookie).toString("base64url");
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
