/**
 * Makes a span of each operation. The trace of a prompt's client is continued, or else a new one begins.
 */

import type { Facts, OperationName, Outcome, Telemetry } from "@tenon/basis";

import { newContext, readTraceparent, type TraceContext, writeTraceparent } from "./trace-context.ts";

export interface Span {
  readonly context: TraceContext;
  readonly parentId: string | undefined;
  readonly operation: OperationName;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** Nanoseconds since 1970. */
  readonly startedAt: bigint;
  readonly endedAt: bigint;
}

export interface TracerOptions {
  readonly onSpan: (span: Span) => void;
  /** How many traces of those that begin here are kept, from 0 to 1. */
  readonly ratio: number;
}

export function createTracer({ onSpan, ratio }: TracerOptions): Telemetry {
  return {
    begin(operation, facts = {}, cause) {
      // One for each statement would bury the others.
      if (operation === "store") return { meta: cause, end() {} };
      const parent = readTraceparent(cause?.["traceparent"]);
      const context = newContext(parent, ratio);
      const startedAt = now();
      let isOver = false;
      return {
        meta: { ...cause, traceparent: writeTraceparent(context) },
        end(outcome, more) {
          if (isOver || !context.isSampled) return;
          isOver = true;
          const span = { context, parentId: parent?.spanId, operation, outcome, startedAt, endedAt: now() };
          onSpan({ ...span, facts: { ...facts, ...more } });
        },
      };
    },
    count() {},
  };
}

/** Not that of the system's clock alone: it may be set back in the middle of a span. */
function now(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000)) * 1_000n;
}
