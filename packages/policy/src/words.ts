/** The words of a table, which reads better as text than as a hundred strings in quotes. */
export function words(table: string): readonly string[] {
  return table.trim().split(/\s+/);
}
