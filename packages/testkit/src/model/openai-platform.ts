/**
 * What OpenAI's two APIs have in common: errors, headers and the environment of their clients.
 *
 * https://platform.openai.com/docs/guides/error-codes
 */

import type { HttpFailure } from "./model-api.ts";
import type { ModelRequest } from "./model-request.ts";
import type { Failure, FailureKind } from "./script.ts";

interface ErrorContext {
  readonly model: string;
  /** The field of the request that holds the conversation. */
  readonly param: string | null;
}

export function openaiFailure(failure: Failure, context: ErrorContext): HttpFailure {
  return {
    status: ERRORS[failure.kind].status,
    headers: failure.retryAfterSeconds === undefined ? {} : { "retry-after": String(failure.retryAfterSeconds) },
    body: { error: openaiError(failure, context) },
  };
}

export function openaiError(failure: Failure, context: ErrorContext) {
  const { type, code, message } = ERRORS[failure.kind];
  return {
    message: failure.message ?? message(context.model),
    type,
    param: failure.kind === "context-too-long" ? context.param : null,
    code,
  };
}

export function openaiHeaders({ id }: ModelRequest) {
  return { "x-request-id": `req_${id}`, "openai-version": "2020-10-01" };
}

export function openaiEnvironment(baseUrl: string) {
  return { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "fake-openai-key" };
}

interface ErrorForm {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: (model: string) => string;
}

const ERRORS: Readonly<Record<FailureKind, ErrorForm>> = {
  unauthorized: {
    status: 401,
    type: "invalid_request_error",
    code: "invalid_api_key",
    message: () =>
      "Incorrect API key provided: fake-ope***-key. You can find your API key at https://platform.openai.com/account/api-keys.",
  },
  forbidden: {
    status: 403,
    type: "invalid_request_error",
    code: "model_not_found",
    message: (model) => `Project \`proj_scripted\` does not have access to model \`${model}\``,
  },
  "rate-limited": {
    status: 429,
    type: "requests",
    code: "rate_limit_exceeded",
    message: (model) =>
      `Rate limit reached for ${model} in organization org-scripted on requests per min (RPM): Limit 3, Used 3, Requested 1.`,
  },
  "server-error": {
    status: 500,
    type: "server_error",
    code: "server_error",
    message: () => "The server had an error while processing your request. Sorry about that!",
  },
  overloaded: {
    status: 503,
    type: "service_unavailable_error",
    code: "server_is_overloaded",
    message: () => "Our servers are currently overloaded. Please try again later.",
  },
  "context-too-long": {
    status: 400,
    type: "invalid_request_error",
    code: "context_length_exceeded",
    message: () =>
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.",
  },
  "invalid-request": {
    status: 400,
    type: "invalid_request_error",
    code: null,
    message: () => "We could not parse the JSON body of your request.",
  },
};
