/**
 * Google's errors. The delay that a client should keep is in the body; there is no Retry-After header.
 *
 * https://ai.google.dev/gemini-api/docs/troubleshooting, https://cloud.google.com/apis/design/errors
 */

import type { HttpFailure } from "./model-api.ts";
import type { Failure, FailureKind } from "./script.ts";

export function geminiFailure(failure: Failure): HttpFailure {
  const { code, status, message } = ERRORS[failure.kind];
  const details = [...quotaDetails(failure), ...retryDetails(failure)];
  return {
    status: code,
    headers: {},
    body: { error: { code, message: failure.message ?? message, status, ...(details.length > 0 && { details }) } },
  };
}

function quotaDetails({ kind }: Failure): readonly object[] {
  if (kind !== "rate-limited") return [];
  const quotaMetric = "generativelanguage.googleapis.com/generate_content_free_tier_requests";
  const quotaId = "GenerateRequestsPerMinutePerProjectPerModel-FreeTier";
  return [{ "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [{ quotaMetric, quotaId }] }];
}

function retryDetails({ retryAfterSeconds }: Failure): readonly object[] {
  if (retryAfterSeconds === undefined) return [];
  return [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfterSeconds}s` }];
}

interface ErrorForm {
  readonly code: number;
  readonly status: string;
  readonly message: string;
}

const ERRORS: Readonly<Record<FailureKind, ErrorForm>> = {
  unauthorized: {
    code: 401,
    status: "UNAUTHENTICATED",
    message:
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
  },
  forbidden: { code: 403, status: "PERMISSION_DENIED", message: "The caller does not have permission" },
  "rate-limited": {
    code: 429,
    status: "RESOURCE_EXHAUSTED",
    message: "You exceeded your current quota, please check your plan and billing details.",
  },
  "server-error": { code: 500, status: "INTERNAL", message: "An internal error has occurred. Please retry." },
  overloaded: {
    code: 503,
    status: "UNAVAILABLE",
    message: "This model is currently experiencing high demand. Please try again later.",
  },
  "context-too-long": {
    code: 400,
    status: "INVALID_ARGUMENT",
    message: "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).",
  },
  "invalid-request": { code: 400, status: "INVALID_ARGUMENT", message: "Invalid JSON payload received." },
};
