import { isObject, type JsonObject } from "@tenon/basis";

/** What a provider says of one part comes in pieces: a later piece adds to an earlier one, and says nothing with null. */
export function mergeSeals(earlier: JsonObject, later: JsonObject | undefined): JsonObject {
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later ?? {})) {
    const before = merged[key];
    if (value === null || value === undefined) continue;
    merged[key] = isObject(value) ? mergeSeals(isObject(before) ? before : {}, value) : value;
  }
  return merged;
}
