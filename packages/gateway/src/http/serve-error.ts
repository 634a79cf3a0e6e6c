/** Why the server could not be started. Callers test `code`. */

export type ServeErrorCode = "port_taken" | "address_unavailable" | "insecure_address";

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
