/**
 * The context of a trace, as the W3C writes it: which trace, which span of it, and whether it is kept.
 */

import { randomBytes } from "node:crypto";

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const FORM = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;
const SAMPLED = 1;

/** Undefined if it is not one: then a new trace begins. */
export function readTraceparent(text: unknown): TraceContext | undefined {
  const [, traceId, spanId, flags] = (typeof text === "string" && FORM.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

/** Within the context of its cause, or in a trace of its own. */
export function newContext(parent: TraceContext | undefined, ratio: number): TraceContext {
  const spanId = randomId(8);
  if (parent) return { ...parent, spanId };
  const traceId = randomId(16);
  // By the trace's own id: every program that decides so decides alike.
  const isSampled = Number.parseInt(traceId.slice(-13), 16) / 16 ** 13 < ratio;
  return { traceId, spanId, isSampled };
}

function randomId(bytes: number): string {
  const id = randomBytes(bytes).toString("hex");
  return /^0+$/.test(id) ? randomId(bytes) : id;
}
