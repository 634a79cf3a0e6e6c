/**
 * Reads what an agent gives as a tool's input: anything at all, in the names of that agent's own tools.
 */

import type { JsonObject } from "@tenon/basis";

/** The strings under these names; an array gives each of its strings. */
export function stringsIn(input: JsonObject, names: readonly string[]): readonly string[] {
  const values: readonly unknown[] = names.flatMap((name) => [input[name]].flat());
  return values.filter((value) => typeof value === "string").filter((text) => text !== "");
}
