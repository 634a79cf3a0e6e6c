/**
 * What is searched for: a text as it stands, or a regular expression that fits within one line.
 */

import { errorMessage } from "@tenon/basis";
import { ToolError } from "@tenon/workspace";

export interface SearchPattern {
  readonly source: string;
  readonly isLiteral: boolean;
  readonly ignoreCase: boolean;
}

export interface LineTest {
  /** Where in a line it fits, or -1. */
  find(line: string): number;
  /** False only if no line of this text can fit. */
  mayBeIn(text: string): boolean;
}

/** Throws a `ToolError` if it is no regular expression. */
export function compilePattern(given: SearchPattern): LineTest {
  const { source, isLiteral, ignoreCase } = withFlags(given);
  if (source === "") throw new ToolError("pattern is empty.");
  if (source.includes("\n")) throw new ToolError("pattern contains a line break; lines are searched one at a time.");
  if (isLiteral && !ignoreCase) {
    return { find: (line) => line.indexOf(source), mayBeIn: (text) => text.includes(source) };
  }
  const expression = compile(isLiteral ? escaped(source) : source, ignoreCase ? "i" : "");
  return { find: (line) => line.search(expression), mayBeIn: () => true };
}

/** As other languages write it: `(?i)` for the whole of a pattern. */
export function withFlags(pattern: SearchPattern): SearchPattern {
  const isMarked = !pattern.isLiteral && pattern.source.startsWith("(?i)");
  return isMarked ? { ...pattern, source: pattern.source.slice("(?i)".length), ignoreCase: true } : pattern;
}

/** Strictly, so that `\\p{L}` means letters; as it stands if that fails, because many escape more than they must. */
function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (cause) {
      const reason = errorMessage(cause);
      throw new ToolError(`${reason}. Set literal to search for the exact text.`, { cause });
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
