/**
 * How long a provider asks to be left alone: in headers, in the body or in its sentence. Each writes it in its own way.
 */

import { isObject, valueAt } from "@tenon/basis";

import type { FailureFacts } from "./failure-facts.ts";

/** In milliseconds; undefined if it does not say. */
export function askedDelay(facts: FailureFacts, now: number): number | undefined {
  const { headers } = facts;
  const found = [
    numeric(headers["retry-after-ms"], 1),
    numeric(headers["retry-after"], 1_000),
    until(headers["retry-after"], now),
    inGoogleBody(facts.body),
    inSentence(facts.words),
    whenUsedUp(headers, now),
  ].find((delay) => delay !== undefined);
  return found === undefined ? undefined : Math.max(0, Math.ceil(found));
}

function numeric(text: string | undefined, unit: number): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * unit : undefined;
}

function until(text: string | undefined, now: number): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time - now;
}

/** `{"@type": "…RetryInfo", "retryDelay": "34s"}` among the details. */
function inGoogleBody(body: unknown): number | undefined {
  const details = valueAt(body, "error", "details") ?? valueAt(body, 0, "error", "details");
  const info: unknown = Array.isArray(details)
    ? details.find((detail) => isObject(detail) && "retryDelay" in detail)
    : undefined;
  const delay = valueAt(info, "retryDelay");
  return typeof delay === "string" ? duration(delay) : undefined;
}

/** "Please try again in 1.5s.", "Please retry in 34.07s." */
function inSentence(words: string): number | undefined {
  const [, text] =
    /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s*(?:ms|[hms])\s*)+|\d+(?:\.\d+)? seconds?)/i.exec(words) ?? [];
  return text === undefined ? undefined : duration(text);
}

/** Of the limits in the headers, the one that is used up and comes back last. */
function whenUsedUp(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const delays = Object.entries(headers).flatMap(([name, left]) => {
    const [, vendor, what] = /^(x-ratelimit|anthropic-ratelimit)-(?:remaining-(.+))$/.exec(name) ?? [];
    const [, kind] = /^anthropic-ratelimit-(.+)-remaining$/.exec(name) ?? [];
    if (left.trim() !== "0") return [];
    const reset =
      kind === undefined ? headers[`${vendor}-reset-${what}`] : headers[`anthropic-ratelimit-${kind}-reset`];
    return [reset === undefined ? undefined : (duration(reset) ?? until(reset, now))].filter(
      (delay) => delay !== undefined,
    );
  });
  return delays.length === 0 ? undefined : Math.max(...delays);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `6m0s`, `20ms`, `34.07s`, `12 seconds`. */
function duration(text: string): number | undefined {
  const pieces = [...text.trim().matchAll(/(\d+(?:\.\d+)?)\s*(ms|[hms])/gi)];
  if (pieces.length === 0) return undefined;
  return pieces.reduce((total, [, number, unit = ""]) => total + Number(number) * (UNITS[unit.toLowerCase()] ?? 0), 0);
}
