/**
 * How long something that is given to a person holds.
 */

import { languageTag, phrase } from "../../language/t.ts";

const DAY_MS = 24 * 60 * 60_000;

export const EXPIRIES = [
  { value: "1", name: phrase("1 day"), ms: DAY_MS },
  { value: "7", name: phrase("7 days"), ms: 7 * DAY_MS },
  { value: "30", name: phrase("30 days"), ms: 30 * DAY_MS },
  { value: "90", name: phrase("90 days"), ms: 90 * DAY_MS },
  { value: "never", name: phrase("Never"), ms: undefined },
] as const;

/** As the gateway takes it; nothing for one that never ends. */
export function expiryFrom(value: string, now: number): { readonly expiresAt?: number } {
  const ms = EXPIRIES.find((expiry) => expiry.value === value)?.ms;
  return ms === undefined ? {} : { expiresAt: now + ms };
}

export function dateOf(at: number): string {
  return new Date(at).toLocaleDateString(languageTag(), { day: "numeric", month: "short", year: "numeric" });
}
