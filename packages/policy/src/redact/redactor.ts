/**
 * Takes secrets out of what is about to be written down: the values it knows, and whatever has the shape of one.
 *
 * It works on whole texts; for one that comes in pieces there is `createTextStream`.
 */

import { findByShape, mayHaveShape } from "./find-secrets.ts";
import { createKnownValues } from "./known-values.ts";
import { mayHaveToken, openTokenFrom } from "./find-tokens.ts";
import { openValueFrom } from "./find-values.ts";
import { redactValue } from "./redact-value.ts";
import { hideSpans, mergeSpans, type Span } from "./spans.ts";

export interface Redactor {
  redact(text: string): string;
  /** For a JSON value; gives a new one of the same form. */
  redactValue(value: unknown): unknown;
  /** From now on these are hidden too. */
  add(secrets: Iterable<string>): void;
  /** Where the secrets of a text are, in order. */
  find(text: string): readonly Span[];
  /** Where the text ends with what may become a secret when it goes on; its length if it does not. */
  openFrom(text: string): number;
  /** Where the text breaks off within a known value or a token, of which more than the beginning is there; or its length. */
  begunFrom(text: string): number;
  /** False if there is certainly nothing to hide in this text, whether it is JSON or not. */
  mayFind(text: string): boolean;
}

const MAX_ROUNDS = 5;
// Of a known value: fewer characters of its beginning may be shown.
const MAX_SHOWN = 3;

/** Values that are too short or too common to be secrets are not hidden. */
export function createRedactor({ secrets = [] }: { readonly secrets?: Iterable<string> } = {}): Redactor {
  const known = createKnownValues();
  known.add(secrets);

  return {
    redact,
    redactValue: (value) => redactValue(value, redact),
    add: known.add,
    find,
    openFrom: (text) => Math.min(known.openFrom(text), openTokenFrom(text), openValueFrom(text)),
    begunFrom,
    mayFind: (text) => mayHaveShape(text) || known.find(text).length > 0,
  };

  function find(text: string): readonly Span[] {
    return mergeSpans([...known.find(text), ...findByShape(text)]);
  }

  /** What stands behind a name is not looked at: an answer may well end with `http://localhost:3000`. */
  function begunFrom(text: string): number {
    const value = known.openFrom(text);
    const token = openTokenFrom(text);
    const starts = [
      ...(text.length - value > MAX_SHOWN ? [value] : []),
      ...(mayHaveToken(text.slice(token)) ? [token] : []),
    ];
    return Math.min(text.length, ...starts);
  }

  function redact(text: string): string {
    let result = text;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = result;
      result = hideSpans(result, find(result));
      // What was taken away can make another shape fit.
      if (result === before) break;
    }
    return result;
  }
}
