/** Why the gateway could not do something. Callers test `code`. */

export type GatewayErrorCode =
  | "closed"
  | "too_many_connections"
  | "too_many_sessions"
  | "agent_not_found"
  | "session_not_found";

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
