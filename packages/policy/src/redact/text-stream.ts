/**
 * Redacts a text that comes in pieces, as if it had come in one.
 *
 * The law: a piece is given back without its end if that may be the beginning of a secret, and with it later: before the
 * next piece, or by `flush`. What is withheld is never longer than the secret that it may become.
 */

import type { Redactor } from "./redactor.ts";
import { MARKER, mergeSpans, type Span } from "./spans.ts";

export interface TextStream {
  /** What may be written down now. */
  push(piece: string): string;
  /** What was withheld, or a marker if it has begun to be a secret. The next piece begins a new text. */
  flush(): string;
}

// Enough to see the name before a value: `Authorization: Bearer `, a key of YAML, a flag.
const CONTEXT = 256;
// An open secret that is longer is a private key that never ends.
const MAX_OPEN_LENGTH = 16 * 1024;

export function createTextStream(redactor: Pick<Redactor, "find" | "openFrom" | "begunFrom">): TextStream {
  /** What has come before: the last of what was given back, as it came. */
  let context = "";
  let held = "";
  /** The last that was given back is a marker, for a secret that may go on. */
  let isHidden = false;

  return {
    push(piece) {
      const text = context + held + piece;
      return give(text, { from: context.length, spans: redactor.find(text), open: redactor.openFrom(text) });
    },
    flush() {
      const text = context + held;
      const begun = { start: Math.max(context.length, redactor.begunFrom(text)), end: text.length };
      const spans = mergeSpans([...redactor.find(text), ...(begun.start < begun.end ? [begun] : [])]);
      const rest = held === "" ? "" : give(text, { from: context.length, spans, open: text.length });
      context = "";
      isHidden = false;
      return rest;
    },
  };

  function give(
    text: string,
    { from, spans, open }: { readonly from: number; readonly spans: readonly Span[]; readonly open: number },
  ): string {
    // What is a secret already need not wait until it ends.
    const found = spans.find(({ start, end }) => start <= open && open < end);
    const end = Math.max(from, found?.end ?? open);
    let result = "";
    let done = from;
    for (const span of spans) {
      if (span.end <= from) continue;
      if (span.start >= end) break;
      result += text.slice(done, Math.max(done, span.start));
      // The marker of a secret that goes on has been given back already.
      if (!isHidden || span.start >= from) result += MARKER;
      done = span.end;
    }
    result += text.slice(done, end);
    const last = spans.at(-1);
    isHidden = last !== undefined && last.end === text.length && last.start < end;
    const start = Math.max(0, (isHidden && last ? last.start : end) - CONTEXT, end - MAX_OPEN_LENGTH);
    context = text.slice(start, end);
    held = text.slice(end);
    return result;
  }
}
