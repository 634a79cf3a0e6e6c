/** Why the gateway could not do something. Callers test `code`. */

import { CodedError } from "@tenon/basis";

export type GatewayErrorCode =
  | "closed"
  | "store_unreachable"
  | "too_many_connections"
  | "too_many_sessions"
  | "agent_not_found"
  | "not_allowed"
  | "too_many_prompts"
  | "session_not_found";

export interface GatewayErrorDetails {
  readonly sessionId?: string;
  readonly agent?: string;
  readonly limit?: number;
}

export class GatewayError extends CodedError<GatewayErrorCode, GatewayErrorDetails> {
  override readonly name = "GatewayError";

  constructor(code: GatewayErrorCode, message: string, details: GatewayErrorDetails = {}, options?: ErrorOptions) {
    super(code, message, details, options);
  }
}
