/** The line of a place in a text, counted from one. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** The first line in which two texts differ, counted from one. */
export function firstDifferentLine(one: string, other: string): number {
  const [lines, others] = [one.split("\n"), other.split("\n")];
  const index = lines.findIndex((line, index) => line !== others[index]);
  return (index === -1 ? lines.length : index) + 1;
}
