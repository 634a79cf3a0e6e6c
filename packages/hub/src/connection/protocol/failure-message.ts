/**
 * Why a server could not be reached, from the root cause: "fetch failed" alone helps no one, and neither does "Version
 * negotiation failed". An HTTP failure shows its status and the beginning of the body, a network failure its address
 * and what to try.
 */

import { causesOf, errorCode, errorMessage, numberOf, objectOf, stringOf, systemCode, systemError } from "@tenon/basis";

export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = statusOf(error);
  if (status !== undefined) return httpMessage(status, bodyOf(error));
  const system = systemError(error.cause);
  if (!system) return withCause(error);
  const hint = HINTS.get(errorCode(system) ?? "");
  return hint === undefined ? errorMessage(error) : `${errorMessage(system)}: ${hint}`;
}

/** "fetch failed" alone says nothing; its cause does, such as "bad port". */
function withCause({ message, cause }: Error): string {
  return cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message;
}

/** The system code below an error, such as ECONNREFUSED; its own code is the SDK's. */
export function causeCode(error: unknown): string | undefined {
  return error instanceof Error ? systemCode(error.cause) : undefined;
}

/** The HTTP status behind an error, however deep the SDK has wrapped it. */
export function statusOf(error: unknown): number | undefined {
  const statuses = causesOf(error).map((cause) => ("status" in cause ? numberOf(cause.status) : undefined));
  return statuses.find((status) => status !== undefined);
}

const MAX_BODY_LENGTH = 300;

const OWN_AUTHORITY =
  "if your organization has its own certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate";

const HINTS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "nothing listens at this address. Is the server running?"],
  ["ENOTFOUND", "the host name does not resolve"],
  ["EAI_AGAIN", "the host name cannot be resolved right now. Is this machine online?"],
  ["ETIMEDOUT", "the address does not answer"],
  ["UND_ERR_CONNECT_TIMEOUT", "the address does not answer"],
  ["EHOSTUNREACH", "no route to the address"],
  ["ENETUNREACH", "no route to the address. Is this machine online?"],
  ["CERT_HAS_EXPIRED", "the server has to renew its certificate"],
  ["CERT_NOT_YET_VALID", "check the clocks of this machine and of the server"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate is for another host name"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", `the certificate is self-signed; ${OWN_AUTHORITY}`],
  ["SELF_SIGNED_CERT_IN_CHAIN", OWN_AUTHORITY],
  ["UNABLE_TO_GET_ISSUER_CERT", OWN_AUTHORITY],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", OWN_AUTHORITY],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", OWN_AUTHORITY],
  ["EPROTO", "The TLS handshake failed. Does the server use plain http on this port?"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "the server speaks plain http at this port, not https"],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", "the server speaks plain http at this port, not https"],
]);

function httpMessage(status: number, body: string): string {
  const plain = body
    .replaceAll(/<(style|script)\b.*?<\/\1>/gis, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const shown = plain.length > MAX_BODY_LENGTH ? `${plain.slice(0, MAX_BODY_LENGTH)}…` : plain;
  return `It answered with HTTP status ${status}${shown === "" ? "" : `: ${shown}`}`;
}

/** The SDK keeps what the server answered beside the error. */
function bodyOf(error: unknown): string {
  const texts = causesOf(error).map((cause) => ("data" in cause ? stringOf(objectOf(cause.data)["text"]) : undefined));
  return texts.find((text) => text !== undefined) ?? "";
}
