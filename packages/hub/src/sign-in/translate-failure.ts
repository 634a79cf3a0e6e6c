/**
 * The one place where the failures of others become ours.
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
import { PolicyError, visibleLine } from "@tenon/policy";

import { plainAddress, SignInError } from "./sign-in-error.ts";

export function translateFailure(error: unknown, serverUrl: string): SignInError {
  if (error instanceof SignInError) return error;
  const server = plainAddress(serverUrl);
  const refused = findRefusal(error);
  if (refused) {
    const message = `Signing in to ${server} is not possible. ${refused.message}`;
    return new SignInError("not_allowed", message, { server, reason: refused.message });
  }
  if (error instanceof IssuerMismatchError) {
    const { expected: issuer } = error;
    const message =
      error.kind === "metadata"
        ? `The authorization server of ${server} calls itself by another name than ${issuer}`
        : `The answer to the sign-in for ${server} did not come from ${issuer}`;
    return new SignInError("issuer_mismatch", message, { server, issuer });
  }
  if (error instanceof AuthorizationServerMismatchError) return issuerChanged(serverUrl, error.recordedIssuer);
  if (error instanceof InsecureTokenEndpointError) {
    return new SignInError("insecure", `The authorization server of ${server} is not at an https address`, { server });
  }
  if (error instanceof RegistrationRejectedError) {
    const why = inBrackets(descriptionIn(error.body));
    const message = `The authorization server of ${server} did not register us (HTTP ${error.status})${why}`;
    return new SignInError("not_registered", message, { server, reason: `HTTP ${error.status}` });
  }
  if (error instanceof OAuthError) return fromOAuth(error, serverUrl);
  if (isNetworkFailure(error)) return unavailable(serverUrl, { cause: error });
  const reason = error instanceof Error ? error.name : "unknown";
  return new SignInError("failed", `Signing in to ${server} failed: ${reason}`, { server, reason });
}

/** The owner's client id is for one authorization server; another one, named by the server, must not see it. */
export function issuerChanged(serverUrl: string, known: string): SignInError {
  const server = plainAddress(serverUrl);
  const message = `${server} names another authorization server than ${known}, which its client id is for. If that is right, sign out first.`;
  return new SignInError("issuer_mismatch", message, { server, issuer: known });
}

export function unavailable(serverUrl: string, options?: ErrorOptions): SignInError {
  const server = plainAddress(serverUrl);
  const message = `The authorization server of ${server} does not answer; try again later`;
  return new SignInError("unavailable", message, { server }, options);
}

/** Of the store, not of OAuth. */
export function storeFailure(error: unknown, serverUrl: string): SignInError {
  if (error instanceof SignInError) return error;
  const server = plainAddress(serverUrl);
  if (error instanceof Error && error.name === "TimeoutError") {
    return new SignInError("busy", `Another process has been renewing the sign-in to ${server} for too long`, {
      server,
    });
  }
  const message = `The sign-in to ${server} cannot be kept: ${error instanceof Error ? error.message : "unknown"}`;
  return new SignInError("not_kept", message, { server }, { cause: error });
}

const TEMPORARY: ReadonlySet<string> = new Set([
  OAuthErrorCode.ServerError,
  OAuthErrorCode.TemporarilyUnavailable,
  OAuthErrorCode.TooManyRequests,
]);

function fromOAuth(error: OAuthError, serverUrl: string): SignInError {
  if (TEMPORARY.has(error.code)) return unavailable(serverUrl);
  const server = plainAddress(serverUrl);
  const reason = oauthWord(error.code);
  // What does not speak OAuth's words is not quoted.
  const why = reason === "unknown" || error.message === error.code ? "" : inBrackets(error.message);
  const message = `The authorization server of ${server} refused: ${reason}${why}`;
  return new SignInError("refused", message, { server, reason });
}

// Long enough for a sentence, too short for a page.
const MAX_DESCRIPTION = 200;

/** What others say about a failure. `checkedFetch` has taken out of it what was sent. */
export function inBrackets(description: string | null | undefined): string {
  const line = visibleLine(description ?? "", MAX_DESCRIPTION);
  return line === "" ? "" : ` (${line})`;
}

function descriptionIn(body: string | undefined): string | undefined {
  try {
    const { error_description: description }: { readonly error_description?: unknown } =
      JSON.parse(body ?? "null") ?? {};
    return typeof description === "string" ? description : undefined;
  } catch {
    return undefined; // a page of a proxy, and not an answer of OAuth
  }
}

/** A reason as OAuth gives it, or nothing: anybody can write anything there. */
export function oauthWord(text: string | null): string {
  return text !== null && /^[a-z_]{1,40}$/.test(text) ? text : "unknown";
}

/** Of an address, by the policy: `fetch` wraps what the lookup of its socket says. */
function findRefusal(error: unknown): PolicyError | undefined {
  for (let found = error; found instanceof Error; found = found.cause) if (found instanceof PolicyError) return found;
  return undefined;
}

function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "TimeoutError" || error.name === "AbortError" || error.message === "fetch failed";
}
