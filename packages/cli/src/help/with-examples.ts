/** Comes before the examples in a description. */
export const EXAMPLES = "\n\nExamples:\n";

/** A command's description with examples, which `--help` prints last. */
export function withExamples(description: string, ...examples: readonly string[]): string {
  return `${description}${EXAMPLES}${examples.map((line) => `  ${line}`).join("\n")}`;
}
