/**
 * Why a gateway could not be reached, as a message for the user.
 */

import { isIP } from "node:net";

import { errorCode, errorMessage, objectOf, systemError } from "@tenon/basis";

import { ConnectError, type ConnectErrorCode } from "../connect-error.ts";
import type { GatewayAddress } from "./gateway-address.ts";

export function explainFailure(cause: unknown, { name, socket }: GatewayAddress): ConnectError {
  if (cause instanceof ConnectError) return cause;
  const code = errorCode(cause) ?? "";
  const { hostname, host } = socket;
  const fail = (kind: ConnectErrorCode, message: string) =>
    new ConnectError(kind, message, { gateway: name }, { cause });
  const proxy = proxyIn(cause, socket);
  if (UNKNOWN_NAMES.has(code))
    return fail("unreachable", `Host ${proxy ?? hostname} was not found, or the network is down (${code}).`);
  if (code === "ECONNREFUSED" && proxy !== undefined)
    return fail("unreachable", `Nothing is listening at ${proxy}. Check HTTPS_PROXY.`);
  if (code === "ECONNREFUSED")
    return fail("unreachable", `Nothing is listening at ${host}. Is "tenon serve" running there?`);
  if (isTls(code)) {
    const trust = "Check the name in the URL; to trust your own certificate authority, set NODE_EXTRA_CA_CERTS.";
    return fail("untrusted", `The certificate of ${host} is not trusted: ${errorMessage(cause)}. ${trust}`);
  }
  return fail("unreachable", `No connection to ${name}: ${errorMessage(cause) || code}`);
}

/** Why there is no WebSocket. What is reached and then does not speak it is something on the way that forbids it. */
export function explainHandshake(cause: unknown, address: GatewayAddress): ConnectError {
  const code = errorCode(cause) ?? "";
  if (cause instanceof ConnectError || !(code === "" || code === "ECONNRESET" || code.startsWith("HPE_")))
    return explainFailure(cause, address);
  const message = `${address.name} does not accept a WebSocket: ${errorMessage(cause)}`;
  return new ConnectError("no_websocket", message, { gateway: address.name }, { cause });
}

/** Why a line has ended that was open. */
export function explainLoss(why: string, { name }: GatewayAddress): ConnectError {
  return new ConnectError("lost", `The connection to ${name} ${why}`, { gateway: name });
}

/** What the gateway, or something before it, answered instead of accepting. */
export function explainStatus(status: number, { name }: GatewayAddress): ConnectError {
  const details = { gateway: name, status };
  switch (status) {
    case 401:
      return new ConnectError("wrong_token", `${name} does not accept the token. ${SIGN_IN(name)}`, details);
    case 403:
      return new ConnectError("no_websocket", `${name} refuses this name or address (403). ${PUBLIC_URL}`, details);
    case 404:
      return new ConnectError("not_a_gateway", `${name} is not a Tenon gateway: it has no /acp (404).`, details);
    case 429:
    case 503:
      return new ConnectError("busy", `${name} is not accepting connections right now (${status}).`, details);
    default:
      return new ConnectError("no_websocket", `${name} does not accept a WebSocket (${status}).`, details);
  }
}

/** Where the failed connection went, if that is not the gateway but the proxy before it. */
function proxyIn(cause: unknown, { hostname, port, protocol }: URL): string | undefined {
  const failed = objectOf(systemError(cause));
  if (typeof failed["hostname"] === "string")
    return failed["hostname"] === hostname ? undefined : `${failed["hostname"]} (HTTPS_PROXY)`;
  const own = Number(port) || (protocol === "wss:" ? 443 : 80);
  const isOwn = failed["port"] === own && (isIP(hostname) === 0 || failed["address"] === hostname);
  return isOwn || typeof failed["port"] !== "number" ? undefined : `${String(failed["address"])}:${failed["port"]}`;
}

const SIGN_IN = (name: string) =>
  `Store the one that "tenon serve" has printed there, or that is in its file serve-token: tenon connect --sign-in ${name}`;

const PUBLIC_URL = "Behind a proxy, start tenon serve with --public-url and this URL.";

const UNKNOWN_NAMES = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_NODATA", "EAI_NONAME"]);

function isTls(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH/.test(code);
}
