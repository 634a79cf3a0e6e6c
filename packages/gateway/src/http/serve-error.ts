/** Why the server could not be started. Callers test `code`. */

import { CodedError } from "@tenon/basis";

export type ServeErrorCode = "port_taken" | "address_unavailable" | "insecure_address";

export class ServeError extends CodedError<ServeErrorCode, { readonly host: string; readonly port: number }> {
  override readonly name = "ServeError";
}
