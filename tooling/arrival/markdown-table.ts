/**
 * A table as the formatter leaves it: every column as wide as its widest cell.
 */

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => {
    return Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0));
  });
  const line = (cells: readonly string[]) => {
    return `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  };
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
