import { clip, textWidth } from "./text-width.ts";

/** Rows as aligned columns; the last column is cut at the width of the terminal. */
export function textTable(rows: readonly (readonly string[])[], width = process.stdout.columns ?? 120): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ""))));
  const pad = (cell: string, column: number) => cell + " ".repeat((widths[column] ?? 0) - textWidth(cell));
  return rows.map((row) => `${clip(row.map(pad).join("  ").trimEnd(), width)}\n`).join("");
}
