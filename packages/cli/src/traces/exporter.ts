/**
 * Sends spans to a collector, some at a time. What is traced never waits for it: the queue has a bound, the oldest go when
 * it is full, and what cannot be sent is tried again with the next ones, once.
 */

import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

import { errorMessage, within } from "@tenon/basis";

import type { Span } from "./tracer.ts";
import type { TraceSettings } from "./trace-settings.ts";

export interface Exporter {
  add(span: Span): void;
  /** Sends what is left, within two seconds. Never rejects. */
  close(): Promise<void>;
}

export interface ExporterOptions extends Pick<
  TraceSettings,
  "endpoint" | "headers" | "timeoutMs" | "delayMs" | "queue" | "batch"
> {
  readonly bodyOf: (spans: readonly Span[]) => string;
  readonly onWarning: (warning: string) => void;
}

const CLOSE_MS = 2_000;
/** The collector is busy or away; with any other refusal it would refuse the same again. */
const AGAIN = new Set([408, 429, 502, 503, 504]);

export function createExporter(options: ExporterOptions): Exporter {
  const { batch, queue, delayMs, onWarning } = options;
  const waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<boolean> | undefined;
  let hasFailed = false;
  let closing: Promise<void> | undefined;
  return {
    add(span) {
      if (closing) return;
      waiting.push(span);
      if (waiting.length > queue) waiting.shift();
      if (waiting.length >= batch) void send();
      else timer ??= setTimeout(() => void send(), delayMs).unref();
    },
    close: () =>
      (closing ??= within(CLOSE_MS, sendAll()).then(() => {
        clearTimeout(timer);
      })),
  };

  async function sendAll(): Promise<void> {
    await sending;
    while (waiting.length > 0 && (await send()));
  }

  /** Whether it was taken. */
  function send(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendSome(waiting.splice(0, batch)).finally(() => {
      sending = undefined;
      if (waiting.length > 0 && !closing) timer ??= setTimeout(() => void send(), delayMs).unref();
    });
    return sending;
  }

  /** Never rejects. */
  async function sendSome(spans: readonly Span[]): Promise<boolean> {
    const problem = await post(spans, options);
    if (problem === undefined) {
      hasFailed = false;
      return true;
    }
    if (problem.isWorthAnother && !hasFailed) waiting.unshift(...spans.slice(0, Math.max(0, queue - waiting.length)));
    // One warning for as long as it fails, and not one for each batch.
    if (!hasFailed) onWarning(`Traces could not be sent to ${new URL(options.endpoint).origin}: ${problem.reason}`);
    hasFailed = true;
    return false;
  }
}

interface Problem {
  readonly reason: string;
  readonly isWorthAnother: boolean;
}

/** Undefined if the collector has taken them. Never rejects. */
async function post(spans: readonly Span[], options: ExporterOptions): Promise<Problem | undefined> {
  try {
    const status = await statusOf(new URL(options.endpoint), options.bodyOf(spans), options);
    if (status >= 200 && status < 300) return undefined;
    return { reason: `HTTP ${status}`, isWorthAnother: AGAIN.has(status) };
  } catch (error) {
    return { reason: errorMessage(error), isWorthAnother: true };
  }
}

/** The status of the answer, which is not read. To an address that the user's environment names, and no other. */
function statusOf(url: URL, body: string, options: ExporterOptions): Promise<number> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const headers = { ...options.headers, "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(options.timeoutMs);
  return new Promise((resolve, reject) => {
    const request = send(url, { method: "POST", headers, signal }, (answer) => {
      answer.resume();
      answer.on("error", reject);
      resolve(answer.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end(body);
  });
}
