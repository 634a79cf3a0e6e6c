/**
 * Turns the failures of the SDK, the network and the store into errors of ours.
 *
 * Causes are left out unless they come from the network: an error of the SDK can quote the answer to a token request,
 * and a JSON error the text it could not read.
 */

import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  OAuthErrorCode,
  RegistrationRejectedError,
} from "@modelcontextprotocol/client";
import { causesOf, errorMessage, objectOf, parseJson, stringOf } from "@tenon/basis";
import { PolicyError, visibleLine } from "@tenon/policy";

import { SignInError, signInError } from "./sign-in-error.ts";

export function translateFailure(error: unknown, serverUrl: string): SignInError {
  if (error instanceof SignInError) return error;
  // Of an address, by the policy: `fetch` wraps what the lookup of its socket says.
  const refused = causesOf(error).find((cause) => cause instanceof PolicyError);
  if (refused) {
    const reason = refused.message;
    return signInError("not_allowed", serverUrl, (server) => `Cannot sign in to ${server}. ${reason}`, { reason });
  }
  if (error instanceof IssuerMismatchError) {
    const { expected: issuer, kind } = error;
    const message = (server: string) =>
      kind === "metadata"
        ? `The authorization server of ${server} reports an issuer other than ${issuer}`
        : `The response to the sign-in for ${server} did not come from ${issuer}`;
    return signInError("issuer_mismatch", serverUrl, message, { issuer });
  }
  if (error instanceof AuthorizationServerMismatchError) return issuerChanged(serverUrl, error.recordedIssuer);
  if (error instanceof InsecureTokenEndpointError) {
    return signInError("insecure", serverUrl, (server) => `The authorization server of ${server} does not use https`);
  }
  if (error instanceof RegistrationRejectedError) {
    const reason = `HTTP ${error.status}`;
    const why = inBrackets(stringOf(objectOf(parseJson(error.body ?? ""))["error_description"]));
    const message = (server: string) =>
      `The authorization server of ${server} refused to register this client (${reason})${why}`;
    return signInError("not_registered", serverUrl, message, { reason });
  }
  if (error instanceof OAuthError) return fromOAuth(error, serverUrl);
  if (isNetworkFailure(error)) return unavailable(serverUrl, { cause: error });
  const reason = error instanceof Error ? error.name : "unknown";
  return signInError("failed", serverUrl, (server) => `Signing in to ${server} failed: ${reason}`, { reason });
}

/** The owner's client id is for one authorization server; another one, named by the server, must not see it. */
export function issuerChanged(serverUrl: string, issuer: string): SignInError {
  const message = (server: string) =>
    `${server} now names an authorization server other than ${issuer}, for which its client id was issued. ` +
    "If this is expected, register a client there and set its clientId.";
  return signInError("issuer_mismatch", serverUrl, message, { issuer });
}

export function unavailable(serverUrl: string, options?: ErrorOptions): SignInError {
  const message = (server: string) => `The authorization server of ${server} does not answer; try again later`;
  return signInError("unavailable", serverUrl, message, {}, options);
}

/** Of the store, not of OAuth. */
export function storeFailure(error: unknown, serverUrl: string): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof Error && error.name === "TimeoutError") {
    const message = (server: string) => `Timed out waiting for another process to renew the sign-in to ${server}`;
    return signInError("busy", serverUrl, message);
  }
  const message = (server: string) => `The sign-in to ${server} cannot be saved: ${errorMessage(error)}`;
  return signInError("not_kept", serverUrl, message, {}, { cause: error });
}

const TEMPORARY: ReadonlySet<string> = new Set([
  OAuthErrorCode.ServerError,
  OAuthErrorCode.TemporarilyUnavailable,
  OAuthErrorCode.TooManyRequests,
]);

function fromOAuth(error: OAuthError, serverUrl: string): SignInError {
  if (TEMPORARY.has(error.code)) return unavailable(serverUrl);
  const reason = oauthCode(error.code);
  // A code that is not one of OAuth's is not quoted.
  const why = reason === "unknown" || error.message === error.code ? "" : inBrackets(error.message);
  const message = (server: string) => `The authorization server of ${server} refused: ${reason}${why}`;
  return signInError("refused", serverUrl, message, { reason });
}

// Long enough for a sentence, too short for a page.
const MAX_DESCRIPTION_LENGTH = 200;

/** What others say about a failure. `checkedFetch` has taken out of it what was sent. */
export function inBrackets(description: string | null | undefined): string {
  const line = visibleLine(description ?? "", MAX_DESCRIPTION_LENGTH);
  return line === "" ? "" : ` (${line})`;
}

/** An error code as OAuth has them, or "unknown": a server can write anything there. */
export function oauthCode(text: string | null): string {
  return text !== null && /^[a-z_]{1,40}$/.test(text) ? text : "unknown";
}

function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "TimeoutError" || error.name === "AbortError" || error.message === "fetch failed";
}
