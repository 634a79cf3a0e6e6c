/**
 * Anthropic's errors: the same object is the body of a refused request and the data of an error event.
 *
 * https://docs.anthropic.com/en/api/errors
 */

import type { HttpFailure } from "./model-api.ts";
import type { ModelRequest } from "./model-request.ts";
import type { Failure, FailureKind } from "./script.ts";

export function anthropicFailure(failure: Failure, { id }: ModelRequest): HttpFailure {
  return {
    status: ERRORS[failure.kind].status,
    headers: failure.retryAfterSeconds === undefined ? {} : { "retry-after": String(failure.retryAfterSeconds) },
    body: anthropicError(failure, id),
  };
}

export function anthropicError(failure: Failure, requestId: string) {
  const { type, message } = ERRORS[failure.kind];
  return { type: "error", error: { type, message: failure.message ?? message }, request_id: `req_${requestId}` };
}

interface ErrorForm {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

const ERRORS: Readonly<Record<FailureKind, ErrorForm>> = {
  unauthorized: { status: 401, type: "authentication_error", message: "invalid x-api-key" },
  forbidden: {
    status: 403,
    type: "permission_error",
    message: "Your API key does not have permission to use the specified resource.",
  },
  "rate-limited": {
    status: 429,
    type: "rate_limit_error",
    message: "This request would exceed your organization's rate limit of 50 requests per minute.",
  },
  "server-error": { status: 500, type: "api_error", message: "Internal server error" },
  overloaded: { status: 529, type: "overloaded_error", message: "Overloaded" },
  "context-too-long": {
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 204308 tokens > 200000 maximum",
  },
  "invalid-request": {
    status: 400,
    type: "invalid_request_error",
    message: "The request body is not valid JSON",
  },
};
