import type { Peer } from "../../gateway.ts";
import { isOtherPerson } from "../../people/person.ts";
import { isLoopback } from "./allowed-hosts.ts";
import type { Identity } from "./door.ts";

/** The sender of a request. `?agent=` chooses the agent of its sessions. */
export function peerOf(request: {
  readonly identity: Identity;
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly query: URLSearchParams;
}): Peer {
  const { identity, address, userAgent = "", query } = request;
  const agent = query.get("agent");
  const browser = identity.by === "cookie" ? browserOf(userAgent) : undefined;
  const what = browser ?? (identity.by === "cookie" ? "page" : "program");
  const { access } = identity;
  // What another person brings is never taken for the user's own, wherever the proxy in front of us is.
  if (access && isOtherPerson(access)) {
    return { name: access.person.name, isRemote: true, access, ...(agent && { agent }) };
  }
  // A socket that takes both protocols shows IPv4 addresses so.
  const isRemote = !isLoopback(address.replace(/^::ffff:/i, ""));
  const isHere = browser !== undefined && !isRemote;
  const name = isHere ? what : `${what} at ${address}`;
  return { name, ...(isRemote && { isRemote }), ...(agent && { agent }), ...(access && { access }) };
}

// Each names the ones after it too, so the order matters.
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/** The name of a browser, from its user agent: `Firefox on Linux`. Undefined if it is not known. */
function browserOf(userAgent: string): string | undefined {
  const [browser, system] = [BROWSERS, SYSTEMS].map((known) => known.find(([sign]) => sign.test(userAgent))?.[1]);
  if (browser === undefined) return undefined;
  return system === undefined ? browser : `${browser} on ${system}`;
}
