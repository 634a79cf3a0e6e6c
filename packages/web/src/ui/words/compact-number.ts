import { languageTag } from "../../language/t.ts";

/** Short, for counts of tokens: `950`, `12.4K`, `1M`. */
export function compactNumber(count: number): string {
  return Intl.NumberFormat(languageTag(), { notation: "compact", maximumFractionDigits: 1 }).format(count);
}
