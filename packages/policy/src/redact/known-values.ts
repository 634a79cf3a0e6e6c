/**
 * Finds known values in a text, however many there are, in the notations in which they turn up: as they are, escaped
 * once and twice in JSON, URL-encoded, and in base64 at any offset, which is how `Authorization: Basic` carries a
 * password.
 */

import { type Automaton, createAutomaton } from "./automaton.ts";
import { isWorthHiding } from "./worth-hiding.ts";

export interface KnownValues extends Automaton {
  /** Values that are too short or too common to be secrets are not added. */
  add(values: Iterable<string>): void;
}

// A gateway runs for weeks, and every session brings values of its own. The oldest are forgotten.
const MAX_VALUES = 1_000;
// A longer value is looked for in parts: so no more than this is ever withheld of a text.
const MAX_LENGTH = 512;
const MIN_BASE64 = 8;

export function createKnownValues(): KnownValues {
  const values = new Set<string>();
  let automaton: Automaton | undefined;

  return {
    add(added) {
      for (const value of added) {
        const trimmed = value.trim();
        if (!isWorthHiding(trimmed)) continue;
        if (!values.has(trimmed)) automaton = undefined;
        // The last to be named is the last to be forgotten.
        values.delete(trimmed);
        values.add(trimmed);
      }
      for (const oldest of values) {
        if (values.size <= MAX_VALUES) break;
        values.delete(oldest);
      }
    },
    find: (text) => (values.size === 0 ? [] : build().find(text)),
    openFrom: (text) => (values.size === 0 ? text.length : build().openFrom(text)),
  };

  function build(): Automaton {
    automaton ??= createAutomaton(new Set([...values].flatMap(notationsOf).flatMap(partsOf)));
    return automaton;
  }
}

function notationsOf(value: string): readonly string[] {
  const wellFormed = value.toWellFormed();
  const encoded = encodeURIComponent(wellFormed);
  const bytes = Buffer.from(value);
  return [
    value,
    inJson(value),
    inJson(inJson(value)),
    encoded,
    encoded.replaceAll("%20", "+"),
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, offset)),
  ];
}

/** The last part overlaps the one before: a part of a few letters would be found anywhere. */
function partsOf(notation: string): readonly string[] {
  const count = Math.ceil(notation.length / MAX_LENGTH);
  if (count === 1) return [notation];
  return Array.from({ length: count }, (_, index) =>
    index < count - 1 ? notation.slice(index * MAX_LENGTH, (index + 1) * MAX_LENGTH) : notation.slice(-MAX_LENGTH),
  );
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** The letters that are the same whatever stands before and behind the value. */
function inBase64(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = padded.toString("base64").replace(/=+$/, "");
  const first = [0, 2, 3][offset] ?? 0;
  const last = padded.length % 3 === 0 ? whole.length : whole.length - 1;
  const inner = whole.slice(first, last);
  // Of a short value too little is left to be sure of.
  if (inner.length < MIN_BASE64) return [];
  return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
}
