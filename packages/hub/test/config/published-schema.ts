/** The schema as it is published: JSON as our formatter leaves it, so that writing and formatting never disagree. */
export function publishedJson(value: unknown): string {
  return `${write(value, "", 0)}\n`;
}

const WIDTH = 120;

function write(value: unknown, indent: string, taken: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([key, member]: [string, unknown]) => {
      const start = `${inner}${JSON.stringify(key)}: `;
      return start + write(member, inner, start.length);
    });
    return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
  }
  const line = `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  const isSimple = value.every((item) => typeof item !== "object");
  if (isSimple && taken + line.length < WIDTH) return line;
  return `[\n${value.map((item) => inner + write(item, inner, inner.length)).join(",\n")}\n${indent}]`;
}
