/**
 * Where secrets stand in a text.
 */

/** From `start` up to and not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const MARKER = "[redacted]";

/** In order, those that overlap or touch as one. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** The text with a marker for each span, which must be merged. */
export function hideSpans(text: string, spans: readonly Span[]): string {
  let result = "";
  let done = 0;
  for (const { start, end } of spans) {
    result += text.slice(done, start) + MARKER;
    done = end;
  }
  return done === 0 ? text : result + text.slice(done);
}
