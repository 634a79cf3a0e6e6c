const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** `812 bytes`, `1.4 KB`, `23 MB`. */
export function bytesInWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 10 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`;
}
