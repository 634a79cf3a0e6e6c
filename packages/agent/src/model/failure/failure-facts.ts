/**
 * What can be known of a failed request, however the AI SDK or the network wrote it down.
 */

import { defined, isObject, objectOf, parseJson, valueAt } from "@tenon/basis";

import { AnswerFault, type FaultKind } from "./answer-fault.ts";
import { StreamedFailure } from "./streamed-failure.ts";

export interface FailureFacts {
  /** Of HTTP; absent if there was no answer, or none that failed as such. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In the provider's own words. */
  readonly words: string;
  /** The whole answer of the provider, to search in. */
  readonly text: string;
  /** Its body, if it was JSON. */
  readonly body: unknown;
  /** The system's code for what the network did. */
  readonly networkCode?: string;
  readonly url?: string;
  /** The body that was sent. */
  readonly request?: unknown;
  readonly fault?: FaultKind;
  /** The SDK did not even send it. */
  readonly isUnsent: boolean;
}

export function readFailure(error: unknown): FailureFacts {
  const fault = error instanceof AnswerFault ? error.kind : undefined;
  const reported = reportIn(error);
  const fields = objectOf(reported);
  const status = numberOf(fields["statusCode"]);
  const responseBody = textOf(fields["responseBody"]);
  const body = responseBody === undefined ? (fields["data"] ?? reported) : parseJson(responseBody);
  const message = textOf(fields["message"]) ?? "";
  const words = wordsOf(body) ?? (message === "" ? undefined : message) ?? responseBody ?? "";
  const networkCode = codeInCauses(error);
  const url = textOf(fields["url"]);
  return {
    // A stream that tore has the status with which it began.
    ...(status !== undefined && status >= 400 && { status }),
    headers: headersOf(fields["responseHeaders"]),
    words,
    text: [message, responseBody ?? jsonOf(body)].join("\n"),
    body,
    ...defined({ networkCode }),
    ...defined({ url }),
    request: fields["requestBodyValues"],
    ...defined({ fault }),
    isUnsent: error instanceof Error && UNSENT.has(error.name),
  };
}

/** The provider's own message, out of what libraries made of it. */
function reportIn(error: unknown): unknown {
  if (error instanceof AnswerFault && error.kind === "reported") return reportIn(error.cause);
  return error instanceof Error && error.cause instanceof StreamedFailure ? error.cause : error;
}

const UNSENT = new Set([
  "AI_InvalidArgumentError",
  "AI_InvalidPromptError",
  "AI_LoadAPIKeyError",
  "AI_LoadSettingError",
  "AI_NoSuchModelError",
  "AI_UnsupportedFunctionalityError",
]);

/** Where servers put the sentence that says what is wrong. */
function wordsOf(body: unknown): string | undefined {
  const places = [
    valueAt(body, "error", "message"),
    valueAt(body, "error"),
    valueAt(body, 0, "error", "message"),
    valueAt(body, "message"),
    valueAt(body, "detail"),
    valueAt(body, "detail", 0, "msg"),
    valueAt(body, "response", "error", "message"),
  ];
  return places.map(textOf).find((words) => words !== undefined && words !== "");
}

function codeInCauses(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 6 && isObject(current); depth += 1) {
    const code = textOf(current["code"]);
    // Providers have codes too; those of the system are written so.
    if (code !== undefined && /^(E[A-Z]{3,}|UND_ERR_[A-Z_]+|ERR_[A-Z_]+|[A-Z_]*CERT[A-Z_]*)$/.test(code)) return code;
    current = current["cause"];
  }
  return undefined;
}

function headersOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).flatMap(([name, text]) =>
    typeof text === "string" ? [[name.toLowerCase(), text]] : [],
  );
  return Object.fromEntries(entries);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return ""; // it goes in circles
  }
}
