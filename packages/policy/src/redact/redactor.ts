/**
 * Takes secrets out of what is about to be written down: the values it knows, and whatever has the shape of one.
 *
 * It works on whole texts; for one that comes in pieces there is `createTextStream`, for a long one `redactInTurns`.
 */

import { isObject } from "@tenon/basis";

import { findByShape, mayHaveShape } from "./find-secrets.ts";
import { createKnownValues } from "./known-values.ts";
import { mayHaveToken, openTokenFrom } from "./find-tokens.ts";
import { openValueFrom } from "./find-values.ts";
import { hideSpans, MARKER, mergeSpans, type Span } from "./spans.ts";
import { isSecretName } from "./secret-names.ts";

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

/** What was taken away can make another shape fit. */
export const MAX_ROUNDS = 5;
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
      if (result === before) break;
    }
    return result;
  }
}

const MAX_DEPTH = 256;

/** A new value of the same form; a field with the name of a secret is hidden whole. */
function redactValue(value: unknown, redact: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return "[too deep]";
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      followsSecretFlag(value, index) ? MARKER : redactValue(item, redact, depth + 1),
    );
  }
  const isSecretPair = isNamedSecret(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isSecret = isSecretName(key, "field") || (isSecretPair && key === "value");
      const hidden = isSecret && typeof item === "string" && item !== "";
      return [redact(key), hidden ? MARKER : redactValue(item, redact, depth + 1)];
    }),
  );
}

/** The second of `["--token", "…"]`. */
function followsSecretFlag(list: readonly unknown[], index: number): boolean {
  const [flag, item] = [list[index - 1], list[index]];
  if (typeof flag !== "string" || typeof item !== "string") return false;
  return /^--?[\w-]{2,64}$/.test(flag) && isSecretName(flag, "line") && item !== "" && !item.startsWith("-");
}

/** `{ name: "API_KEY", value: "…" }`, as ACP writes variables and headers. */
function isNamedSecret(value: object): boolean {
  return isObject(value) && typeof value["name"] === "string" && isSecretName(value["name"], "variable");
}
