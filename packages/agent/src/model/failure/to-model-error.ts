/**
 * A failure as its user reads it: what happened, in the provider's words, and what to try. Without keys, and without the
 * numbers of accounts [V-03].
 */

import { ModelError, type ModelErrorCode } from "../model-error.ts";
import { cut } from "../schema/notes.ts";
import type { FailureFacts } from "./failure-facts.ts";

const MAX_LENGTH = 600;

export interface FailedModel {
  readonly id: string;
  readonly providerName: string;
  readonly keyVariable: string | undefined;
  readonly redact: (text: string) => string;
}

export interface ToModelErrorOptions {
  readonly code: ModelErrorCode;
  readonly facts: FailureFacts;
  readonly model: FailedModel;
  readonly askedDelay: number | undefined;
}

export function toModelError({ code, facts, model, askedDelay }: ToModelErrorOptions): ModelError {
  const words = plainWords(facts.words, model);
  const message = `${beginning(code, facts, model)}${words === "" ? "." : `: ${withStop(words)}`}${advice(code, facts, model)}`;
  return new ModelError(
    code,
    message,
    {
      model: model.id,
      ...(facts.status !== undefined && { status: facts.status }),
      ...(askedDelay !== undefined && { retryAfterMs: askedDelay }),
    },
    // Not the SDK's own error: it carries the whole request.
    words === "" ? {} : { cause: new Error(words) },
  );
}

/** The first half of the sentence; also why something is tried again. */
export function beginning(
  code: ModelErrorCode,
  { status, networkCode, url }: FailureFacts,
  model: FailedModel,
): string {
  const { id, providerName } = model;
  const number = status === undefined ? "" : ` (${status})`;
  switch (code) {
    case "unauthorized":
      return `${providerName} refused the key${number}`;
    case "rate_limited":
      return `${id} is rate limiting requests${number}`;
    case "quota_exceeded":
      return `The quota or credit for ${id} is used up${number}`;
    case "overloaded":
      return `${id} is overloaded or unavailable${number}`;
    case "context_too_long":
      return `The conversation is too long for ${id}${number}`;
    case "bad_request":
      return `${id} rejected the request${number}`;
    case "network":
      return `${hostOf(url) ?? providerName} cannot be reached (${networkCode})`;
    case "empty_answer":
      return `${id} returned an empty answer`;
    case "unknown_model":
      return `${providerName} has no model ${id}${number}`;
    case "broken_answer":
    case "no_key":
      return `The answer of ${id} was cut off`;
  }
}

function advice(code: ModelErrorCode, { status, url }: FailureFacts, { keyVariable }: FailedModel): string {
  if (code === "unauthorized" && keyVariable !== undefined) return ` Check ${keyVariable}.`;
  if (code === "unknown_model" && status === 404 && url !== undefined)
    return ` The request went to ${withoutQuery(url)}.`;
  if (code === "network" && url !== undefined) return ` The URL is ${withoutQuery(url)}.`;
  return "";
}

function plainWords(words: string, { redact }: FailedModel): string {
  const line = words
    .replaceAll(/<[^>]{1,200}>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const anonymous = redact(line).replaceAll(/\b(org|proj|acct|user)[-_][A-Za-z0-9_-]{4,}/g, "[account]");
  return cut(anonymous, MAX_LENGTH);
}

function withStop(words: string): string {
  return /[.!?)]$/.test(words) ? words : `${words}.`;
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}

function withoutQuery(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
