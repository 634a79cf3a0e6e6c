/**
 * Who may come in: whoever has the token, or a cookie that was given for it.
 *
 * The cookie is not the token. It is a time and a random number, signed with a key made of the token: a server that was
 * restarted still knows it, and a new token ends it.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export interface Credentials {
  isToken(given: string): boolean;
  /** A word that can be used in place of the token, once and for a short time. For where others may look on. */
  issueTicket(): string;
  /** True the first time for each ticket. */
  takeTicket(given: string): boolean;
  issueCookie(): string;
  isCookie(given: string): boolean;
  /** It is no cookie any more. */
  revokeCookie(given: string): void;
}

export const COOKIE_SECONDS = 30 * 24 * 60 * 60;
const TICKET_MS = 60_000;

export function createCredentials(options: { readonly token: string; readonly now?: () => number }): Credentials {
  const { token, now = Date.now } = options;
  const tokenHash = hashOf(token);
  const key = createHmac("sha256", token).update("tenon serve: cookies").digest();
  const tickets = new Map<string, number>();
  const revoked = new Map<string, number>();

  const signatureOf = (signed: string) => createHmac("sha256", key).update(signed).digest("base64url");

  return {
    // Of two hashes, how much they have in common says nothing about the token.
    isToken: (given) => timingSafeEqual(hashOf(given), tokenHash),
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
    revokeCookie(given) {
      if (!isCookie(given)) return;
      for (const [cookie, until] of revoked) if (until <= now()) revoked.delete(cookie);
      revoked.set(given, endOf(given));
    },
  };

  function isCookie(given: string): boolean {
    const end = given.lastIndexOf(".");
    const expected = signatureOf(given.slice(0, Math.max(0, end)));
    const isSigned = timingSafeEqual(hashOf(given.slice(end + 1)), hashOf(expected));
    return isSigned && endOf(given) > now() && !revoked.has(given);
  }
}

/** When a cookie ends by itself, in milliseconds since 1970. */
function endOf(cookie: string): number {
  return Number.parseInt(cookie, 10) * 1000;
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
