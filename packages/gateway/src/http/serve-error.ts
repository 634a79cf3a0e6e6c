/** Why the server could not be started. Callers test `code`. */

export type ServeErrorCode = "PORT_TAKEN" | "ADDRESS_UNAVAILABLE" | "INSECURE_ADDRESS";

export class ServeError extends Error {
  override readonly name = "ServeError";
  readonly code: ServeErrorCode;
  readonly details: { readonly host: string; readonly port: number };

  constructor(code: ServeErrorCode, message: string, details: ServeError["details"], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
