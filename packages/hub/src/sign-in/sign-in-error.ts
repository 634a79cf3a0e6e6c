/**
 * A failure of signing in. It holds no token, code or secret; the address a person has to open is in `details.url` and
 * not in the message, because messages are written down.
 */

import { causesOf, CodedError } from "@tenon/basis";

export type SignInErrorCode =
  /** Only a person can help: by opening `details.url`. */
  | "needs_sign_in"
  /** The person, or the authorization server, refused; `details.reason` is OAuth's word for why. */
  | "refused"
  /** The person did not come back in time. */
  | "timed_out"
  /** The server asks for scopes that the token already has, or does not say which. */
  | "scope_refused"
  /** The server does not take a token that was issued for it a moment ago. */
  | "token_refused"
  /** The server does not take the Authorization header that its owner wrote down. */
  | "header_refused"
  /** The authorization server is not the one we know. */
  | "issuer_mismatch"
  /** The server's metadata describes another server. */
  | "resource_mismatch"
  /** Signing in leads to an address that the policy does not allow; `details.reason` says why. */
  | "not_allowed"
  /** We would have to send a secret, or a person, to an address without encryption. */
  | "insecure"
  /** The authorization server does not know us and offers no way to register. */
  | "not_registered"
  /** What the owner wrote down does not suffice; `details.reason` names it. */
  | "bad_configuration"
  /** The authorization server did not answer, or not now. Trying later may help. */
  | "unavailable"
  /** Anything else; mostly an answer that is not OAuth. */
  | "failed"
  /** Another process renews the same sign-in and does not come to an end. */
  | "busy"
  /** The place where sign-ins are kept cannot be used. */
  | "not_kept"
  | "closed";

export interface SignInErrorDetails {
  /** The server's address, without its query. */
  readonly server: string;
  readonly url?: string | undefined;
  readonly issuer?: string | undefined;
  readonly scope?: string | undefined;
  /** Scopes that the server wants beyond those it was shown. */
  readonly wanted?: string | undefined;
  readonly reason?: string | undefined;
}

export class SignInError extends CodedError<SignInErrorCode, SignInErrorDetails> {
  override readonly name = "SignInError";
}

/** The failure to sign in behind an error, however deep others have wrapped it. */
export function findSignInError(error: unknown): SignInError | undefined {
  return causesOf(error).find((cause) => cause instanceof SignInError);
}

/** An error about this server; `message` gets its address as people may see it. */
export function signInError(
  code: SignInErrorCode,
  serverUrl: string,
  message: (server: string) => string,
  details: Omit<SignInErrorDetails, "server"> = {},
  options?: ErrorOptions,
): SignInError {
  const server = plainAddress(serverUrl);
  return new SignInError(code, message(server), { server, ...details }, options);
}

/** A server's address as people may see it: some have keys in their query. */
function plainAddress(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
