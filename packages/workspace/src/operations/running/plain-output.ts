import { stripVTControlCharacters } from "node:util";

/** What would stand there at the end: without colours, and of a line that was written over again and again, the last. */
export function plainOutput(text: string): string {
  return stripVTControlCharacters(text)
    .split("\n")
    .map((line) => {
      const written = line.endsWith("\r") ? line.slice(0, -1) : line;
      return written.slice(written.lastIndexOf("\r") + 1);
    })
    .join("\n");
}
