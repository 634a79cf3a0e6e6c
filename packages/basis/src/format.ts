/**
 * Sizes and durations for people.
 */

import { createTranslate, type Translate } from "./translate.ts";

const english = createTranslate();

const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** `812 bytes`, `1.4 kB`, `23 MB`. */
export function formatBytes(bytes: number, translate: Translate = english): string {
  if (bytes < 1_000) return translate({ one: "1 byte", other: "{count} bytes" }, { count: bytes });
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1_000 ** power;
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power - 1]}`;
}

/** `400 ms`, `6.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number, translate: Translate = english): string {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < 1_000) return translate("{ms} ms", { ms });
  if (ms < 9_950) return translate("{seconds} s", { seconds: Math.round(ms / 100) / 10 });
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return translate("{seconds} s", { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60 && seconds % 60 === 0) return translate("{minutes} min", { minutes });
  if (minutes < 60) return translate("{minutes} min {seconds} s", { minutes, seconds: seconds % 60 });
  return translate("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
