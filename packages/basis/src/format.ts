/**
 * Sizes and durations for people.
 */

const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** `812 bytes`, `1.4 kB`, `23 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1_000 ** power;
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power - 1]}`;
}

/** `400 ms`, `6.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1).replace(/\.0$/, "")} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
