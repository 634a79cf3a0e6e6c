import { clip, clipEnd, textWidth } from "./text-width.ts";

const MIN_COLUMN = 8;

/**
 * Rows as aligned columns; the last column is cut at the width of the terminal. Where it would get less than a third,
 * those that may shrink give way first, the widest first, and keep their end: of a path that says most.
 */
export function textTable(
  rows: readonly (readonly string[])[],
  {
    width = process.stdout.columns ?? 120,
    shrink = [],
  }: { readonly width?: number; readonly shrink?: readonly number[] } = {},
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ""))));
  const last = Math.min(widths.at(-1) ?? 0, Math.floor(width / 3));
  const room = width - last - 2 * (widths.length - 1);
  for (;;) {
    const [widest] = shrink.toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
    const isFitting = widths.slice(0, -1).reduce((sum, each) => sum + each, 0) <= room;
    if (widest === undefined || isFitting || (widths[widest] ?? 0) <= MIN_COLUMN) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  const fit = (cell: string, column: number) => (shrink.includes(column) ? clipEnd(cell, widths[column] ?? 0) : cell);
  const pad = (cell: string, column: number) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - textWidth(cell)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => pad(fit(cell, column), column))
      .join("  ")
      .trimEnd();
  return rows.map((row) => `${clip(line(row), width)}\n`).join("");
}
