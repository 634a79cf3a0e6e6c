/**
 * Why a model did not answer, for its user. Never holds a key.
 */

import { CodedError } from "@tenon/basis";

export type ModelErrorCode =
  /** There is no such provider or model, or the package for it is not installed. */
  | "unknown_model"
  | "no_key"
  | "unauthorized"
  | "rate_limited"
  | "quota_exceeded"
  | "overloaded"
  /** The history does not fit the model. */
  | "context_too_long"
  | "bad_request"
  | "network"
  /** The stream broke off, or was not what the provider's protocol says. */
  | "broken_answer"
  /** It ended without a word and without a call. */
  | "empty_answer";

export interface ModelErrorDetails {
  readonly model: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export class ModelError extends CodedError<ModelErrorCode, ModelErrorDetails> {
  override readonly name = "ModelError";
}

/** Whether it failed because there was more to read than the model takes. */
export function isTooLong(error: unknown): boolean {
  return error instanceof ModelError && error.code === "context_too_long";
}
