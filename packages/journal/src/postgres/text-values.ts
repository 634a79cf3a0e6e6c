/**
 * Text as Postgres can keep it: it has no NUL, which a message that is no JSON may have.
 */

import { stringOf } from "@tenon/basis";

/** Bits of the column `form`. */
export const CUT = 1;
const ENCODED = 2;

export function encode(text: string): { readonly text: string; readonly form: number } {
  if (!text.includes("\0")) return { text, form: 0 };
  return { text: Buffer.from(text).toString("base64"), form: ENCODED };
}

export function decode(text: unknown, form: unknown): string {
  const stored = stringOf(text) ?? "";
  return (Number(form) & ENCODED) === 0 ? stored : Buffer.from(stored, "base64").toString();
}

/** For names and ids, where it stands for nothing. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
