/**
 * Whether a request may come in, be it HTTP or the beginning of a WebSocket. One place decides for both.
 *
 * A token alone is not enough: another page can make the browser of our user send requests here, which `Host` and
 * `Origin` tell (allowed-hosts.ts). A cookie alone is not enough either: the browser sends it to every server of this
 * machine. With it comes the page's key, in a header, or among the subprotocols of a WebSocket.
 */

import type { IncomingMessage } from "node:http";

import type { Access } from "../../people/access.ts";
import type { People } from "../../people/people.ts";
import { type AllowedHostsOptions, createAllowedHosts, isLoopback } from "./allowed-hosts.ts";
import type { Credentials } from "./credentials.ts";

export interface Door {
  /** Undefined if the request may go on. */
  refuse(request: IncomingMessage): Refusal | undefined;
  /** Who it is; a refusal if it is not authenticated, or may not do this. */
  identify(request: IncomingMessage): Promise<Identity | Refusal>;
  /** The value of our cookie in a request, be it good or not. */
  cookieIn(request: IncomingMessage): string | undefined;
  readonly cookieName: string;
  /** Whether a cookie issued for this request is `Secure`. */
  wantsSecureCookie(request: IncomingMessage): boolean;
  readonly isBehindTls: boolean;
}

export interface Identity {
  readonly by: "token" | "cookie" | "metrics token";
  readonly cookie?: string;
  /** What this person may do; absent where there is no one but the user of the local token. */
  readonly access?: Access;
  /** Their own token, and when it ends. */
  readonly tokenId?: string;
  readonly expiresAt?: number;
}

export interface Refusal {
  readonly status: 400 | 401 | 403;
  /** For the log, and for the client. */
  readonly reason: string;
}

export interface DoorOptions extends AllowedHostsOptions {
  readonly credentials: Credentials;
  readonly people?: People | undefined;
  readonly port: number;
}

/** The header that the page sends its key in, and how it begins among the protocols of a WebSocket. */
export const PAGE_KEY_HEADER = "X-Tenon-Key";
const KEY_PROTOCOL = "tenon.key.";

/** The protocol that a WebSocket is answered with. Not the key: answers are logged where requests are not. */
export function protocolFor(offered: ReadonlySet<string>): string | false {
  return [...offered].find((protocol) => !protocol.startsWith(KEY_PROTOCOL)) ?? false;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export function createDoor(options: DoorOptions): Door {
  const { credentials, port, publicUrl } = options;
  const { isAllowedHost, isAllowedOrigin } = createAllowedHosts(options);
  // Browsers do not tell cookies apart by port; two gateways on one machine would sign each other's users out.
  const cookieName = `tenon-${port}`;

  return { refuse, identify, cookieIn, cookieName, wantsSecureCookie, isBehindTls: publicUrl !== undefined };

  function refuse(request: IncomingMessage): Refusal | undefined {
    const { url = "", headers } = request;
    if (!url.startsWith("/")) return { status: 400, reason: "the request target must be a path" };
    // Node takes the first; what is in front of us may have looked at the last.
    if (request.headersDistinct["host"]?.length !== 1)
      return { status: 400, reason: "exactly one Host header is required" };
    if (!isAllowedHost(headers.host))
      return { status: 403, reason: "the Host header is not allowed; see --public-url" };
    if (headers.origin !== undefined && !isAllowedOrigin(headers.origin, headers.host)) {
      return { status: 403, reason: "the Origin header is not allowed; see --allow-origin" };
    }
    if (hasTokenInQuery(url))
      return { status: 400, reason: "tokens in URLs end up in logs; send the token in the Authorization header" };
    return undefined;
  }

  async function identify(request: IncomingMessage): Promise<Identity | Refusal> {
    const { authorization, origin, upgrade } = request.headers;
    if (authorization !== undefined) {
      const [, token = ""] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
      return await withToken(options, token, pathOf(request));
    }
    const cookie = cookieIn(request);
    if (cookie === undefined) return { status: 401, reason: "a token is required (Authorization: Bearer)" };
    if (!(await credentials.isCookie(cookie))) return { status: 401, reason: "the cookie is invalid or has expired" };
    if (!credentials.isPageKey(pageKeyIn(request) ?? "", cookie)) {
      return { status: 401, reason: "the page key is missing or invalid (X-Tenon-Key)" };
    }
    const isReading = SAFE_METHODS.has(request.method ?? "") && upgrade === undefined;
    // Every browser sends it here. Whatever sends our cookie and no Origin is not the page.
    if (!isReading && origin === undefined) return { status: 403, reason: "a cookie request needs an Origin header" };
    if (isReading && isFromElsewhere(request)) return { status: 403, reason: "cross-site request" };
    return await withCookie(options, cookie);
  }

  function cookieIn({ headers }: IncomingMessage): string | undefined {
    const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  }

  /** Also behind TLS, a browser on this machine may connect directly, and some take no `Secure` cookie then. */
  function wantsSecureCookie({ headers }: IncomingMessage): boolean {
    const page = headers.origin === undefined ? null : URL.parse(headers.origin);
    return publicUrl !== undefined && !(page?.protocol === "http:" && isLoopback(page.hostname));
  }
}

type Owners = Pick<DoorOptions, "credentials" | "people">;

const localAccess = ({ people }: Owners) => (people ? { access: people.local } : {});

async function withToken(owners: Owners, token: string, path: string): Promise<Identity | Refusal> {
  const { credentials, people } = owners;
  if (credentials.isToken(token)) return { by: "token", ...localAccess(owners) };
  if (credentials.isMetricsToken(token)) {
    if (path === "/metrics") return { by: "metrics token" };
    return { status: 403, reason: "the metrics token is valid for /metrics only" };
  }
  const holder = await people?.withToken(token);
  return holder ? { by: "token", ...holder } : { status: 401, reason: "invalid token" };
}

async function withCookie(owners: Owners, cookie: string): Promise<Identity | Refusal> {
  const { credentials, people } = owners;
  const owner = credentials.ownerOf(cookie);
  if (!owner) return { by: "cookie", cookie, ...localAccess(owners) };
  const { personId, tokenId } = owner;
  const access = await people?.access(personId);
  const isGood = access !== undefined && (tokenId === undefined || (await people?.isGood(tokenId)) === true);
  if (!isGood) return { status: 401, reason: "the cookie is invalid or has expired" };
  return { by: "cookie", cookie, access, ...(tokenId !== undefined && { tokenId }) };
}

function pageKeyIn({ headers }: IncomingMessage): string | undefined {
  const given = headers[PAGE_KEY_HEADER.toLowerCase()];
  if (typeof given === "string") return given;
  const protocols = (headers["sec-websocket-protocol"] ?? "").split(",").map((protocol) => protocol.trim());
  return protocols.find((protocol) => protocol.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length);
}

function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  return site === "same-site" || site === "cross-site";
}

function hasTokenInQuery(url: string): boolean {
  const query = url.indexOf("?");
  return query !== -1 && ["token", "access_token"].some((name) => new URLSearchParams(url.slice(query)).has(name));
}

/** The path without its query, where secrets would be. */
export function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}
