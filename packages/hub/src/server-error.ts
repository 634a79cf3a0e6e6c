import { errorCode } from "@tenon/basis";

export type ServerErrorCode =
  /** The hub was closed, or the server taken out. */
  | "stopped"
  /** The policy keeps it out. */
  | "not_admitted"
  | "not_trusted"
  | "bad_configuration"
  /** There is no such tool or server. */
  | "unknown"
  /** As many server processes run as may. */
  | "too_many_processes";

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
