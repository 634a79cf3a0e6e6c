/**
 * A message that its agent has spread over several lines [B-12].
 *
 * It is over when its brackets are closed. Whatever cannot be JSON breaks it off, so that a log line with a lost bracket
 * does not swallow what comes after it.
 */

export interface MessageDraft {
  readonly lines: readonly string[];
  /** After `complete` or `broken` it is of no use any more. A line that broke it is not part of it. */
  add(line: string): "open" | "complete" | "broken";
}

/** Undefined if no message can begin like this. */
export function beginDraft(line: string, { maxBytes }: { readonly maxBytes: number }): MessageDraft | undefined {
  let depth = line.trimStart().startsWith("{") ? depthChange(line) : undefined;
  if (depth === undefined || depth < 1) return undefined;
  const lines = [line];
  let size = line.length;
  return {
    lines,
    add(line) {
      const change = depthChange(line);
      size += line.length;
      if (depth === undefined || change === undefined || depth + change < 0 || size > maxBytes) return "broken";
      lines.push(line);
      depth += change;
      return depth === 0 ? "complete" : "open";
    },
  };
}

/** What JSON can have outside its strings. */
const OUTSIDE_STRINGS = new Set(" \t\r{}[]:,0123456789.+-eEtrufalsn");

/** How much deeper in brackets the end of the line is than its beginning; undefined if it cannot be a line of JSON. */
function depthChange(line: string): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (!OUTSIDE_STRINGS.has(character)) return undefined;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
  }
  return isInString ? undefined : depth;
}
