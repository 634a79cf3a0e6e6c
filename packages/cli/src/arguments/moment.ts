/**
 * A point in time as people write it: `2026-10-01`, `2026-10-01 14:30`, or `2d` for two days ago.
 */

import { t } from "../messages/t.ts";
import { UsageError } from "../process/usage-error.ts";
import { parseDuration } from "./quantity.ts";

/** A date alone means that whole day, here: it begins at its beginning and ends at its end. */
export function parseMoment(
  text: string,
  options: { readonly flag: string; readonly now: number; readonly edge: "begin" | "end" },
): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    // Without a time, the language would take it for a date in Greenwich.
    return valid(new Date(`${text}T${options.edge === "begin" ? "00:00:00.000" : "23:59:59.999"}`), text, options.flag);
  }
  if (/^\d{4}-/.test(text)) return valid(new Date(text.replace(" ", "T")), text, options.flag);
  try {
    return options.now - parseDuration(text);
  } catch (cause) {
    throw new UsageError(
      t('{flag}: expected a date such as 2026-10-01 or an age such as 2d, got "{text}"', { flag: options.flag, text }),
      { cause },
    );
  }
}

function valid(date: Date, text: string, flag: string): number {
  if (Number.isNaN(date.getTime())) throw new UsageError(t('{flag}: invalid date "{text}"', { flag, text }));
  return date.getTime();
}

/** In local time: `2026-10-01 14:30`. */
export function formatMoment(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
