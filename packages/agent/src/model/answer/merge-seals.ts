import { isRecord, type JsonRecord } from "../json.ts";

/** What a provider says of one part comes in pieces: a later piece adds to an earlier one, and says nothing with null. */
export function mergeSeals(earlier: JsonRecord, later: JsonRecord | undefined): JsonRecord {
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later ?? {})) {
    const before = merged[key];
    if (value === null || value === undefined) continue;
    merged[key] = isRecord(value) ? mergeSeals(isRecord(before) ? before : {}, value) : value;
  }
  return merged;
}
