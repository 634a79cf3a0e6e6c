/**
 * The address of a gateway, as a user types it.
 */

import { isIP } from "node:net";

import { ConnectError } from "../connect-error.ts";

export interface GatewayAddress {
  /** For users, in logs and questions: `https://tenon.example.com`. */
  readonly name: string;
  /** Where ACP is spoken over HTTP. */
  readonly acp: URL;
  /** The same over WebSocket. */
  readonly socket: URL;
  /** Where `/api` is below. */
  readonly api: URL;
  /** Whether it is on this machine. */
  readonly isHere: boolean;
}

/** `agent` is the agent of new sessions; the gateway's own choice without it. Throws a `ConnectError`. */
export function gatewayAddress(given: string, agent?: string): GatewayAddress {
  const url = URL.parse(given);
  if (!url || !SCHEMES.has(url.protocol)) throw badUrl(`"${given}"`, "must be a URL such as https://tenon.example.com");
  const name = `${url.origin.replace(/^ws/, "http")}${url.pathname.replace(/\/+$/, "")}`;
  if (hasSecret(url)) throw badUrl(name, NO_TOKEN);
  const isHere = isLoopback(url.hostname);
  const isSecure = url.protocol === "https:" || url.protocol === "wss:";
  if (!isSecure && !isHere) throw badUrl(name, NOT_ENCRYPTED);
  const base = new URL(`${name.replace(/^ws/, "http")}/`);
  const acp = new URL("acp", base);
  if (agent !== undefined) acp.searchParams.set("agent", agent);
  const socket = new URL(acp);
  socket.protocol = isSecure ? "wss:" : "ws:";
  return { name, acp, socket, api: new URL("api/", base), isHere };
}

const SCHEMES = new Set(["http:", "https:", "ws:", "wss:"]);

const NO_TOKEN =
  "contains a token. URLs end up in logs and process lists; remove it, and store it with " +
  "tenon connect --sign-in <url>, or pass a file with --token-file.";

const NOT_ENCRYPTED =
  "is not encrypted, so anyone on the network path could read the token. Use https, or a tunnel such as " +
  "ssh -L 7411:127.0.0.1:7411 <host> and http://127.0.0.1:7411.";

function hasSecret({ username, password, searchParams, hash }: URL): boolean {
  return username !== "" || password !== "" || hash !== "" || [...searchParams].length > 0;
}

function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

function badUrl(gateway: string, problem: string): ConnectError {
  return new ConnectError("bad_url", `${gateway} ${problem}`, { gateway });
}
