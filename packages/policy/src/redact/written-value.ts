/**
 * Tells a value that is written down behind a name from what only stands there: code, a type, a placeholder.
 */

import { words } from "../words.ts";

/** Not a placeholder of a program, a type or documentation. */
export function isNoCode(value: string): boolean {
  const [word = ""] = value.split(/[\s)]/, 1);
  return !STANDS_FOR_ONE.test(value) && !PLAIN.has(word.toLowerCase());
}

export function isGiven(value: string): boolean {
  return value.length >= MIN_LENGTH && isNoCode(value);
}

/** On a line without quotes, a value has characters that no identifier has. */
export function isWritten(value: string): boolean {
  if (!isGiven(value) || value.split(" ").length > 2) return false;
  return /[0-9!@#%^&*+=~?|]/.test(value) && !/^[A-Za-z_$][\w$]*(?:\??\.[\w$]+)+$/.test(value);
}

/** What no commit, no name and no UUID looks like. */
export function isRandom(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value) && !/^[0-9a-f]{40}$|^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value);
}

export function unquoted(value: string): string {
  const quote = /^["']/.exec(value)?.[0];
  if (quote === undefined) return value;
  return value.length > 1 && value.endsWith(quote) ? value.slice(1, -1) : value.slice(1);
}

const MIN_LENGTH = 4;
const STANDS_FOR_ONE = /^[<[{$%(=…]|^\*+$|^x+$|^\.+$|^(?:your|my|the|example|some|insert|enter|a|an)[-_ ]/i;
const PLAIN: ReadonlySet<string> = new Set(
  words(`
    any await boolean false none null number object optional password required string true undefined unknown void
  `),
);
