/**
 * Who may come in: a client with the token, or with the cookie that was issued for it and the page's key.
 *
 * The cookie is not the token. It is a time and a random number, signed with a key made of the token: a server that was
 * restarted still knows it, and a new token ends it. Browsers send it to every port of this machine, so it proves nothing
 * alone: the page's key is kept by the page, where only pages of the same origin read it.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { isObject, parseJson } from "@tenon/basis";

import { rememberSpent, type Spent } from "./spent.ts";

export interface Credentials {
  isToken(given: string): boolean;
  /**
   * Replaces the token once, for a short time, on any machine with this token: for URLs and command lines, which others may
   * see. With a `mark`, only the browser that has it can use the ticket: a link must not sign others in as the person who
   * made it.
   */
  issueTicket(ticket?: Pick<Ticket, "owner" | "mark">): string;
  /** Whose it is, the first time for each ticket. */
  takeTicket(given: string, mark?: string): Promise<Pick<Ticket, "owner"> | undefined>;
  /** Good for the numbers of `/metrics`, and for nothing else. */
  isMetricsToken(given: string): boolean;
  /** What a browser keeps for us for a while, and cannot change. */
  seal(text: string): string;
  unseal(sealed: string): string | undefined;
  /** Without an owner it is of the local token. */
  issueCookie(owner?: CookieOwner): string;
  isCookie(given: string): Promise<boolean>;
  /** Of a good cookie. Undefined for one of the local token. */
  ownerOf(cookie: string): CookieOwner | undefined;
  /** The second secret of the page that was given this cookie. */
  pageKeyOf(cookie: string): string;
  isPageKey(given: string, cookie: string): boolean;
  /** It is no cookie any more. */
  revokeCookie(given: string): Promise<void>;
}

/** A person, and by which of their tokens they signed in; without one an identity provider vouched for them. */
export interface CookieOwner {
  readonly personId: string;
  readonly tokenId?: string;
}

interface Ticket {
  /** Random: by it the ticket is known to have been used. */
  readonly ticket: string;
  readonly until: number;
  readonly owner?: CookieOwner;
  readonly mark?: string;
}

const COOKIE_SECONDS = 30 * 24 * 60 * 60;
/** Who was removed at an identity provider is not known here, so it is asked again every day. */
const VOUCHED_SECONDS = 12 * 60 * 60;
const TICKET_MS = 60_000;

export interface CredentialsOptions {
  readonly token: string;
  /** Cookies that were signed out and tickets that were used. Defaults to a list in memory. */
  readonly spent?: Spent | undefined;
  readonly now?: () => number;
}

/** What a program that only reads `/metrics` is given. A new token makes a new one. */
export function metricsTokenFor(token: string): string {
  return createHmac("sha256", token).update("tenon serve: metrics").digest("base64url");
}

export function createCredentials(options: CredentialsOptions): Credentials {
  const { token, spent = rememberSpent(), now = Date.now } = options;
  const tokenHash = hashOf(token);
  const metricsHash = hashOf(metricsTokenFor(token));
  const key = createHmac("sha256", token).update("tenon serve: cookies").digest();

  const signatureOf = (signed: string) => createHmac("sha256", key).update(signed).digest("base64url");

  return {
    // Of two hashes, how much they have in common says nothing about the token.
    isToken: (given) => timingSafeEqual(hashOf(given), tokenHash),
    isMetricsToken: (given) => timingSafeEqual(hashOf(given), metricsHash),
    issueTicket(given = {}) {
      const ticket: Ticket = { ...given, ticket: randomBytes(16).toString("base64url"), until: now() + TICKET_MS };
      return seal(JSON.stringify(ticket));
    },
    async takeTicket(given, mark) {
      const ticket = parseJson(unseal(given) ?? "");
      if (!isTicket(ticket) || ticket.until <= now()) return undefined;
      if (ticket.mark !== undefined && ticket.mark !== mark) return undefined;
      const isFirst = await spent.add(markOf(ticket.ticket), ticket.until);
      return isFirst ? ticket : undefined;
    },
    issueCookie(owner) {
      const end = Math.floor(now() / 1000) + cookieSeconds(owner);
      const whose = owner ? `.${owner.personId}.${owner.tokenId ?? ""}` : "";
      const signed = `${end}.${randomBytes(16).toString("base64url")}${whose}`;
      return `${signed}.${signatureOf(signed)}`;
    },
    seal,
    unseal,
    isCookie,
    ownerOf(cookie) {
      const [, , personId, tokenId, signature] = cookie.split(".");
      if (personId === undefined || signature === undefined) return undefined;
      return { personId, ...(tokenId && { tokenId }) };
    },
    pageKeyOf,
    isPageKey: (given, cookie) => timingSafeEqual(hashOf(given), hashOf(pageKeyOf(cookie))),
    async revokeCookie(given) {
      if (await isCookie(given)) await spent.add(markOf(given), endOf(given));
    },
  };

  function seal(text: string): string {
    const sealed = Buffer.from(text).toString("base64url");
    return `${sealed}.${signatureOf(`sealed ${sealed}`)}`;
  }

  function unseal(given: string): string | undefined {
    const [sealed = "", signature = ""] = given.split(".");
    const isOurs = timingSafeEqual(hashOf(signature), hashOf(signatureOf(`sealed ${sealed}`)));
    return isOurs ? Buffer.from(sealed, "base64url").toString() : undefined;
  }

  function pageKeyOf(cookie: string): string {
    return signatureOf(`the page of ${cookie}`);
  }

  async function isCookie(given: string): Promise<boolean> {
    const end = given.lastIndexOf(".");
    const expected = signatureOf(given.slice(0, Math.max(0, end)));
    const isSigned = timingSafeEqual(hashOf(given.slice(end + 1)), hashOf(expected));
    return isSigned && endOf(given) > now() && !(await spent.has(markOf(given)));
  }
}

/** It was sealed here: what else we seal has no such field. */
function isTicket(value: unknown): value is Ticket {
  return isObject(value) && typeof value["ticket"] === "string" && typeof value["until"] === "number";
}

export function cookieSeconds(owner: CookieOwner | undefined): number {
  return owner && owner.tokenId === undefined ? VOUCHED_SECONDS : COOKIE_SECONDS;
}

/** When a cookie ends by itself, in milliseconds since 1970. */
function endOf(cookie: string): number {
  return Number.parseInt(cookie, 10) * 1000;
}

/** What is kept of a cookie that was signed out, or a ticket that was used. */
function markOf(spent: string): string {
  return hashOf(spent).toString("base64url");
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
