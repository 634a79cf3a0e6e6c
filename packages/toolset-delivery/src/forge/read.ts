import { readArray, stringOf, valueAt } from "@tenon/basis";

/** The string at a path; empty if there is none. */
export function textOf(value: unknown, ...path: readonly string[]): string {
  return stringOf(valueAt(value, ...path)) ?? "";
}

/** One field of each item of a list. */
export function stringsOf(value: unknown, field: string): readonly string[] {
  return readArray(value, (item) => stringOf(valueAt(item, field)));
}
