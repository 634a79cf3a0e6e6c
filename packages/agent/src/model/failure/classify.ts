/**
 * What a failure means, by its status and by the words of each provider. A table: the first line that fits counts.
 */

import type { ModelErrorCode } from "../model-error.ts";
import type { FailureFacts } from "./failure-facts.ts";

export function classify(facts: FailureFacts): ModelErrorCode {
  return RULES.find(({ fits }) => fits(facts))?.code ?? "broken_answer";
}

interface Rule {
  readonly code: ModelErrorCode;
  readonly fits: (facts: FailureFacts) => boolean;
}

const RULES: readonly Rule[] = [
  { code: "empty_answer", fits: ({ fault }) => fault === "empty" },
  { code: "bad_request", fits: ({ isUnsent }) => isUnsent },
  {
    code: "quota_exceeded",
    fits: (facts) => facts.status === 402 || says(facts, /insufficient_quota|billing_hard_limit/),
  },
  {
    code: "quota_exceeded",
    fits: (facts) => says(facts, /credit balance is too low|insufficient (balance|credits?|funds)|billing_error/i),
  },
  // Of Google's limits, those of a minute pass by themselves.
  { code: "quota_exceeded", fits: (facts) => facts.status === 429 && says(facts, /"quotaId":\s*"[^"]*PerDay/) },
  { code: "unauthorized", fits: ({ status }) => status === 401 || status === 403 },
  { code: "unauthorized", fits: (facts) => facts.status === 400 && says(facts, /API_KEY_INVALID|API key not valid/i) },
  { code: "rate_limited", fits: ({ status }) => status === 429 },
  {
    code: "context_too_long",
    fits: (facts) => facts.status === 413 || (mayBeAboutRequest(facts) && says(facts, TOO_LONG)),
  },
  { code: "unknown_model", fits: ({ status }) => status === 404 },
  {
    code: "unknown_model",
    fits: (facts) =>
      facts.status === 400 && says(facts, /model[^.]{0,80}(not found|does not exist)|is not a valid model/i),
  },
  {
    code: "overloaded",
    fits: ({ status }) => status !== undefined && (status >= 500 || [408, 409, 425].includes(status)),
  },
  { code: "bad_request", fits: ({ status }) => status !== undefined },
  {
    code: "rate_limited",
    fits: (facts) => facts.fault === "reported" && says(facts, /rate.?limit|too many requests/i),
  },
  {
    code: "overloaded",
    fits: (facts) => facts.fault === "reported" && says(facts, /overloaded|server_error|unavailable|high demand/i),
  },
  { code: "network", fits: ({ networkCode, fault }) => networkCode !== undefined && fault === undefined },
];

function says({ text }: FailureFacts, words: RegExp): boolean {
  return words.test(text);
}

/** Some servers answer 500 to what they cannot take, and some say it only in the stream. */
function mayBeAboutRequest({ status, fault }: FailureFacts): boolean {
  return status === undefined ? fault === "reported" : [400, 422, 500].includes(status);
}

const TOO_LONG = new RegExp(
  [
    "context_length_exceeded",
    "exceed_context_size",
    "maximum (context|prompt|input) length",
    "exceeds? (the|its|this model's) (maximum )?(available )?(context|input) (window|size|length|limit)",
    "input exceeds the context window",
    "prompt is too long",
    "input (is|was) too long",
    "exceed context limit",
    "input token count .{0,40}exceeds the maximum",
    "too large for model with \\d+ maximum context",
    "greater than the context length",
    "context (the )?overflows?",
    "reduce the length of the (messages|input|prompt)",
    "too many (input )?tokens",
    "request_too_large",
  ].join("|"),
  "i",
);
