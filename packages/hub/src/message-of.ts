/**
 * What an error says to a person, from the bottom of it: "fetch failed" alone helps nobody, and neither does "Version
 * negotiation failed". An HTTP failure shows its status and the beginning of the body, a network failure its address
 * and what to try.
 */

import { statusOf } from "./connection/status-of.ts";

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = statusOf(error);
  if (status !== undefined) return httpMessage(status, bodyOf(error));
  const system = systemError(error);
  if (!system) return error.message;
  const hint = HINTS.get(system.code);
  if (hint !== undefined) return `${withCode(system.message, system.code)}: ${hint}`;
  return withCode(error.message, system.code);
}

/** Such as ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED. */
export function systemCode(error: unknown): string | undefined {
  return systemError(error)?.code;
}

// Causes may point at each other.
const DEEPEST = 8;
const LONGEST_BODY = 300;

const OWN_AUTHORITY =
  "if your organization has its own certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate";

const HINTS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "nothing listens at this address. Is the server running?"],
  ["ENOTFOUND", "the host name does not resolve"],
  ["EAI_AGAIN", "the host name does not resolve now. Is this machine online?"],
  ["ETIMEDOUT", "the address does not answer"],
  ["UND_ERR_CONNECT_TIMEOUT", "the address does not answer"],
  ["EHOSTUNREACH", "there is no route to the address"],
  ["ENETUNREACH", "there is no route to the address. Is this machine online?"],
  ["CERT_HAS_EXPIRED", "the server has to renew its certificate"],
  ["CERT_NOT_YET_VALID", "check the clocks of this machine and of the server"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate is for another host name"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", `the certificate is self-signed; ${OWN_AUTHORITY}`],
  ["SELF_SIGNED_CERT_IN_CHAIN", OWN_AUTHORITY],
  ["UNABLE_TO_GET_ISSUER_CERT", OWN_AUTHORITY],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", OWN_AUTHORITY],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", OWN_AUTHORITY],
  ["EPROTO", "TLS could not be agreed on. Does the server speak plain http at this port?"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "the server speaks plain http at this port, not https"],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", "the server speaks plain http at this port, not https"],
]);

type SystemError = Error & { readonly code: string };

function systemError(error: unknown): SystemError | undefined {
  let cause: unknown = error instanceof Error ? error.cause : undefined;
  for (let depth = 0; depth < DEEPEST && cause instanceof Error; depth += 1) {
    // A host with two addresses fails with both; the first is as good as the second.
    const one: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
    if (isSystemError(one)) return one;
    cause = one instanceof Error ? one.cause : undefined;
  }
  return undefined;
}

function isSystemError(error: unknown): error is SystemError {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && /^[A-Z][A-Z_]+$/.test(error.code)
  );
}

function withCode(message: string, code: string): string {
  return message.includes(code) ? message : `${message} (${code})`;
}

function httpMessage(status: number, body: string): string {
  const plain = body
    .replaceAll(/<(style|script)\b.*?<\/\1>/gis, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const shown = plain.length > LONGEST_BODY ? `${plain.slice(0, LONGEST_BODY)}…` : plain;
  return `It answered with HTTP status ${status}${shown === "" ? "" : `: ${shown}`}`;
}

/** The SDK keeps what the server answered beside the error. */
function bodyOf(error: unknown): string {
  for (let cause = error, depth = 0; depth < DEEPEST && cause instanceof Error; cause = cause.cause, depth += 1) {
    const data: unknown = "data" in cause ? cause.data : undefined;
    if (typeof data === "object" && data !== null && "text" in data && typeof data.text === "string") return data.text;
  }
  return "";
}
