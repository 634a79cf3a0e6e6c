/**
 * Times for people.
 */

import { languageTag, t } from "../../language/t.ts";

export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString(languageTag(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** Short, for a list: `now`, `5m`, `3h`, `2d`, `14 Mar`. */
export function age(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return t("now");
  if (minutes < 60) return t("{minutes}m", { minutes });
  if (minutes < 24 * 60) return t("{hours}h", { hours: Math.floor(minutes / 60) });
  if (minutes < 7 * 24 * 60) return t("{days}d", { days: Math.floor(minutes / (24 * 60)) });
  return new Date(at).toLocaleDateString(languageTag(), { day: "numeric", month: "short" });
}
