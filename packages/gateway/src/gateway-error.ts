/** Why the gateway could not do something. Callers test `code`. */

export type GatewayErrorCode =
  | "CLOSED"
  | "TOO_MANY_CONNECTIONS"
  | "TOO_MANY_SESSIONS"
  | "AGENT_NOT_FOUND"
  | "SESSION_NOT_FOUND";

export interface GatewayErrorDetails {
  readonly sessionId?: string;
  readonly agent?: string;
  readonly limit?: number;
}

export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly code: GatewayErrorCode;
  readonly details: GatewayErrorDetails;

  constructor(code: GatewayErrorCode, message: string, details: GatewayErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
