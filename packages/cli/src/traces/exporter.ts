/**
 * Sends spans to a collector, some at a time. What is traced never waits for it: the queue has a bound, the oldest go when
 * it is full, and what cannot be sent is tried again with the next ones, once.
 */

import { errorMessage, within } from "@tenon/basis";

import { post } from "./post.ts";
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
    const problem = await attempt(spans);
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

  async function attempt(
    spans: readonly Span[],
  ): Promise<{ readonly reason: string; readonly isWorthAnother: boolean } | undefined> {
    try {
      const headers = { ...options.headers, "Content-Type": "application/json" };
      const status = await post(new URL(options.endpoint), options.bodyOf(spans), { ...options, headers });
      if (status >= 200 && status < 300) return undefined;
      return { reason: `HTTP ${status}`, isWorthAnother: AGAIN.has(status) };
    } catch (error) {
      return { reason: errorMessage(error), isWorthAnother: true };
    }
  }
}
