/**
 * Sends what libraries print on the console to where the command says things: standard error of `tenon serve` is lines of
 * JSON, and an editor keeps that of `tenon agent`. Errors are printed with their details and causes, whose secrets a
 * search in the printed text would miss; so the fields are redacted before.
 */

import { format } from "node:util";

import { createRedactor } from "@tenon/policy";

export function sendConsoleTo(say: (line: string) => void): Disposable {
  const names = ["debug", "error", "info", "log", "trace", "warn"] as const;
  const before = { ...globalThis.console };
  const redactor = createRedactor();
  const print = (...words: readonly unknown[]) =>
    say(format(...words.map((word) => redactor.redactValue(fieldsOf(word)))));
  Object.assign(globalThis.console, Object.fromEntries(names.map((name) => [name, print])));
  return { [Symbol.dispose]: () => void Object.assign(globalThis.console, before) };
}

// As deep as the console prints; what a library prints may refer to itself.
const MAX_DEPTH = 3;

/** What is printed of a value, errors with what only they have. */
function fieldsOf(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return "[Object]";
  if (Array.isArray(value)) return value.map((item) => fieldsOf(item, depth + 1));
  const error = value instanceof Error && { stack: value.stack ?? value.message };
  const cause = value instanceof Error && value.cause !== undefined && { cause: value.cause };
  const fields = Object.entries({ ...value, ...cause }).map(([name, field]) => [name, fieldsOf(field, depth + 1)]);
  return { ...error, ...Object.fromEntries(fields) };
}
