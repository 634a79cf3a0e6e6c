const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `3 May 2026` and `May 3rd, 2026` as `2026-05-03`; what is written that way already as it is. */
export function isoDate(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text.replace(" ", "T");
  const month = MONTHS.indexOf((/\p{L}{3}/u.exec(text)?.[0] ?? "").toLowerCase()) + 1;
  const [day, year] = text.match(/\d+/g) ?? [];
  if (month === 0 || day === undefined || year === undefined) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
