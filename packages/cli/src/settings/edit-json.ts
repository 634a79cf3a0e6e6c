/**
 * Replaces single values in a JSON file that a person wrote, and leaves every other character as it is: comments, trailing
 * commas, indentation.
 */

import { parseJson } from "@tenon/hub/config";

export interface Replacement {
  /** Where the value is, such as `agent_servers.Gemini.command`. */
  readonly path: string;
  /** What stands there instead, as text. */
  readonly text: string;
}

/** Undefined if the text is no JSON, or there is no value at one of the paths. */
export function replaceValues(text: string, replacements: readonly Replacement[]): string | undefined {
  const parsed = parseJson(text);
  if (!parsed.isJson) return undefined;
  const spans = replacements.map(({ path, text: replacement }) => {
    const position = parsed.positionOf(path);
    const start = position === undefined ? undefined : offsetOf(text, position);
    return start === undefined ? undefined : { start, end: endOfValue(text, start), replacement };
  });
  const found = spans.filter((span) => span !== undefined);
  if (found.length < spans.length) return undefined;
  // From the end, so that the offsets before stay right.
  return found
    .toSorted((one, other) => other.start - one.start)
    .reduce((result, { start, end, replacement }) => result.slice(0, start) + replacement + result.slice(end), text);
}

export function offsetOf(text: string, { line, column }: { readonly line: number; readonly column: number }): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

// Whatever can hold a bracket that is none.
const TOKEN = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|[[\]{}]|[^\s"/[\]{},]+/g;

/** The value is sound, for the whole text was parsed. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  TOKEN.lastIndex = start;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token] = match;
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return text.length;
}
