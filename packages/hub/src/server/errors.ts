import { errorCode } from "@tenon/basis";

import { statusOf } from "../connection/failure-message.ts";

export type ServerErrorCode =
  /** The hub was closed, or the server taken out. */
  | "stopped"
  /** The policy keeps it out. */
  | "not_admitted"
  | "not_trusted"
  | "bad_configuration"
  /** There is no such tool or server. */
  | "unknown"
  /** Too many calls in a short time. */
  | "limited"
  | "bad_arguments";

export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A person has to sign in first, at this address. It is not part of the message, because messages are kept and sent on. */
export class NeedsSignInError extends Error {
  override readonly name = "NeedsSignInError";
  readonly code = "needs_sign_in";
  readonly url: string | undefined;

  constructor(
    server: string,
    details: { readonly url?: string | undefined; readonly wanted?: string | undefined },
    options?: ErrorOptions,
  ) {
    const { url, wanted } = details;
    const again = `${server} needs you to sign in again, to grant ${wanted}`;
    super(wanted === undefined ? `${server} needs you to sign in` : again, options);
    this.url = url;
  }

  /** With the address, for the person. */
  get instruction(): string {
    return this.url === undefined ? this.message : `${this.message} at ${this.url}`;
  }
}

/**
 * Whether the server has forgotten our session. It should say 404; some say 400, 410 or 503 with a word about sessions,
 * or answer with an error of JSON-RPC [O-14].
 */
export function isSessionLost(error: unknown): boolean {
  const status = statusOf(error);
  if (status === 404) return true;
  const mentions = error instanceof Error && /session/i.test(error.message);
  return mentions && (status === 400 || status === 410 || status === 503 || isNoSession(error));
}

function isNoSession(error: Error): boolean {
  return "code" in error && error.code === -32_001 && /not found|expired|unknown|invalid/i.test(error.message);
}

/** Whether trying again would give the same answer until a person changes something. */
export function isFinal(error: Error | undefined): boolean {
  return error instanceof NeedsSignInError || PERMANENT.has(errorCode(error) ?? "");
}

const PERMANENT: ReadonlySet<string> = new Set([
  "not_found",
  "not_executable",
  "cwd_not_found",
  "not_admitted",
  "not_trusted",
  "bad_configuration",
]);
