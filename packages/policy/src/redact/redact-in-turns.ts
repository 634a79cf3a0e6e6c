/**
 * Redacts a long text as if at once, in turns: between two of them the event loop goes on. A result of 64 MiB takes seconds, and
 * for as long no other session would be answered.
 */

import { setImmediate as nextTurn } from "node:timers/promises";

import { findPrivateKeys } from "./find-secrets.ts";
import { MAX_ROUNDS, type Redactor } from "./redactor.ts";
import { MARKER, mergeSpans, type Span } from "./spans.ts";

const PART = 192 * 1024;
// So much before and behind a part is looked at too: a secret of this length is seen whole wherever it stands.
const AROUND = 32 * 1024;

export async function redactInTurns(text: string, redactor: Pick<Redactor, "find">): Promise<string> {
  let result = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = result;
    result = await hideOnce(result, redactor);
    if (result === before) break;
  }
  return result;
}

async function hideOnce(text: string, { find }: Pick<Redactor, "find">): Promise<string> {
  const privateKeys = findPrivateKeys(text);
  let privateKey = privateKeys.next();
  const parts: string[] = [];
  // Up to here all has been given back or hidden.
  let done = 0;
  let hidden = 0;
  for (let start = 0; start < text.length; start += PART) {
    const end = Math.min(text.length, start + PART);
    const from = Math.max(0, start - AROUND);
    const spans: Span[] = find(text.slice(from, end + AROUND)).map((span) => moved(span, from));
    // These are longer than what is looked at around a part.
    while (!privateKey.done && privateKey.value.start < end) {
      spans.push(privateKey.value);
      if (privateKey.value.end > end) break;
      privateKey = privateKeys.next();
    }
    for (const span of mergeSpans(spans)) {
      if (span.end <= done || span.start >= end) continue;
      // The marker of one that began in an earlier part has been given back.
      if (span.start >= done || hidden < done) parts.push(text.slice(done, Math.max(done, span.start)), MARKER);
      done = hidden = span.end;
    }
    if (done < end) parts.push(text.slice(done, end));
    done = Math.max(done, end);
    await nextTurn();
  }
  return parts.join("");
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
