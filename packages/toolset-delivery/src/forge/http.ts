/**
 * Requests to an address that the user set: bounded in time and size, tried again where that repeats nothing, and failing with
 * an error that the model can act on.
 */

import { backoffMs, type Clock, errorMessage, objectOf, parseJson } from "@tenon/basis";
import { readBounded } from "@tenon/basis/node";
import { ToolError } from "@tenon/toolset";

export interface Api {
  request(request: ApiRequest, signal: AbortSignal): Promise<ApiResponse>;
}

export interface ApiRequest {
  readonly method?: "GET" | "POST";
  /** After the base address; every part is encoded already. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  /** What the request is for: "create the issue". */
  readonly purpose: string;
}

export interface ApiResponse {
  readonly data: unknown;
  readonly headers: Headers;
}

export interface ApiOptions {
  /** Without a slash at its end. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For errors: "GitHub". */
  readonly name: string;
  /** The variable that has the token. */
  readonly token: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_TRIES = 3;
// A model waits no longer than this for a limit to be lifted; the error says how long it takes.
const MAX_WAIT_MS = 10_000;

export function createApi(options: ApiOptions): Api {
  const { clock } = options;
  return {
    async request(request, signal) {
      for (let tried = 1; ; tried += 1) {
        const answer = await attempt(request, options, signal);
        if (answer.status < 300) return { data: parseJson(answer.text), headers: answer.headers };
        const waitMs = tried < MAX_TRIES ? retryAfterMs(request, answer, tried, clock.now()) : undefined;
        if (waitMs === undefined || waitMs > MAX_WAIT_MS) throw refusal(request, answer, options);
        await clock.after(waitMs, signal);
      }
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function attempt(request: ApiRequest, options: ApiOptions, signal: AbortSignal): Promise<Answer> {
  const { method = "GET", path, query = {}, body, purpose } = request;
  const url = new URL(`${options.base}${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const inTime = AbortSignal.timeout(options.timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...options.headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect would turn a POST into a GET, and take the token to an address that the user did not set.
      redirect: "manual",
      signal: AbortSignal.any([signal, inTime]),
    });
    return { status: response.status, headers: response.headers, text: await readText(response, options.name) };
  } catch (error) {
    if (signal.aborted || error instanceof ToolError) throw error;
    const doubt = method === "POST" ? { hint: "The request may have succeeded: check before you retry." } : {};
    if (inTime.aborted)
      throw new ToolError(
        "timeout",
        `${options.name} did not answer within ${options.timeoutMs} ms: could not ${purpose}`,
        doubt,
      );
    const cause = error instanceof Error ? error.cause : undefined;
    throw new ToolError(
      "unavailable",
      `Could not ${purpose}: no connection to ${url.origin} (${errorMessage(cause ?? error)})`,
      doubt,
    );
  }
}

async function readText(response: Response, name: string): Promise<string> {
  const bytes = response.body ? await readBounded(response.body, MAX_BYTES) : "";
  if (bytes !== undefined) return bytes.toString();
  throw new ToolError("too_large", `${name} answered with more than ${MAX_BYTES / 1024 / 1024} MiB`);
}

/** How long to wait before the same request is sent again; undefined if it must not be. */
function retryAfterMs({ method = "GET" }: ApiRequest, answer: Answer, tried: number, now: number): number | undefined {
  // Refused before anything was done, whatever the method.
  if (isLimited(answer)) return limitMs(answer, now);
  return method === "GET" && answer.status >= 500
    ? (limitMs(answer, now) ?? backoffMs(tried - 1, { firstMs: 200, maxMs: 2_000 }))
    : undefined;
}

function isLimited({ status, headers }: Answer): boolean {
  return (
    status === 429 || (status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0"))
  );
}

function limitMs({ headers }: Answer, now: number): number | undefined {
  const after = headers.get("retry-after");
  if (after !== null) return /^\d+$/.test(after) ? Number(after) * 1_000 : Math.max(0, Date.parse(after) - now);
  const reset = Number(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset") ?? NaN);
  return Number.isFinite(reset) ? Math.max(0, reset * 1_000 - now) : undefined;
}

function refusal({ purpose, method = "GET" }: ApiRequest, answer: Answer, options: ApiOptions): ToolError {
  const { status } = answer;
  const { name, token } = options;
  const reason = reasonOf(answer.text);
  const message = `Could not ${purpose}: ${name} answered ${status}${reason === "" ? "" : ` (${reason})`}`;
  if (isLimited(answer)) {
    const waitMs = limitMs(answer, options.clock.now());
    const when = waitMs === undefined ? "later" : `in ${Math.ceil(waitMs / 1_000)} s`;
    return new ToolError("rate_limited", message, { hint: `Try again ${when}.` });
  }
  if (status === 401)
    return new ToolError("configuration", message, { hint: `${token} is wrong or expired; the user must replace it.` });
  if (status === 403)
    return new ToolError("denied", message, { hint: `${token} lacks a permission for this; the user must grant it.` });
  if (status === 404)
    return new ToolError("not_found", message, { hint: `It does not exist, or ${token} may not see it.` });
  if (status < 400)
    return new ToolError("not_found", message, { hint: "It has moved; the user must update the address." });
  if (status === 409) return new ToolError("conflict", message);
  if (status < 500) return new ToolError("invalid_input", message);
  const doubt = method === "POST" ? "The request may have succeeded: check before you retry." : "Try again later.";
  return new ToolError("unavailable", message, { hint: doubt });
}

const MAX_REASON = 1_000;

/** GitHub's `message` and `errors`, GitLab's `message` and `error`, which may be an object of lists. */
function reasonOf(text: string): string {
  const { message, error, errors } = objectOf(parseJson(text));
  const parts = [message, error, errors].filter((part) => part !== undefined && part !== null);
  return parts
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join("; ")
    .slice(0, MAX_REASON);
}
