/**
 * Why a model did not answer, in words for its user. Never holds a key.
 */

export type ModelErrorCode =
  /** There is no such provider or model, or the package for it is not installed. */
  | "UNKNOWN_MODEL"
  | "NO_KEY"
  | "UNAUTHORIZED"
  | "RATE_LIMITED"
  | "QUOTA_EXCEEDED"
  | "OVERLOADED"
  /** The history does not fit the model. */
  | "CONTEXT_TOO_LONG"
  | "BAD_REQUEST"
  | "NETWORK"
  /** The stream broke off, or was not what the provider's protocol says. */
  | "BROKEN_ANSWER"
  /** It ended without a word and without a call. */
  | "EMPTY_ANSWER";

export interface ModelErrorDetails {
  readonly model: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly details: ModelErrorDetails;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelError";
    this.code = code;
    this.details = details;
  }
}

/** Whether it failed because there was more to read than the model takes. */
export function isTooLong(error: unknown): boolean {
  return error instanceof ModelError && error.code === "CONTEXT_TOO_LONG";
}
