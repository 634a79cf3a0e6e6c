/** Rows as aligned columns; the last column is cut at the width of the terminal. */
export function textTable(rows: readonly (readonly string[])[], width = process.stdout.columns ?? 120): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => {
      const line = row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join("  ");
      return `${line.length > width ? `${line.slice(0, width - 1)}…` : line.trimEnd()}\n`;
    })
    .join("");
}
