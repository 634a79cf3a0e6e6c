/**
 * Finds values that stand behind the name of a secret, or that what stands around them makes secrets.
 */

import { isSecretName, SECRET_PARTS } from "./secret-names.ts";
import { type NamedShape, NAMED_VALUES, UNNAMED_VALUES, type ValueShape } from "./secret-shapes.ts";
import type { Span } from "./spans.ts";
import { mayHaveValue } from "./value-hint.ts";
import { unquoted } from "./written-value.ts";

const MAX_OPEN_LENGTH = 512;
/** Up to the end of the name. */
const NAMES = new RegExp(String.raw`(?:${SECRET_PARTS})[\w.-]*`, "gi");

export function findValues(text: string): readonly Span[] {
  return mayHaveValue(text) ? [...findNamed(text), ...findUnnamed(text)] : [];
}

/** One search for all names, and a few tries behind each, are many times quicker than a search for each shape. */
function findNamed(text: string): readonly Span[] {
  const spans: Span[] = [];
  // Within what a shape has taken as a value, it fits no more.
  const done = NAMED_VALUES.map(() => 0);
  NAMES.lastIndex = 0;
  while (NAMES.test(text)) {
    const end = NAMES.lastIndex;
    const next = text.charAt(end);
    if (next === "") continue;
    for (const [index, shape] of NAMED_VALUES.entries()) {
      if (!shape.next.includes(next) || end < (done[index] ?? 0)) continue;
      shape.pattern.lastIndex = end;
      const match = shape.pattern.exec(text);
      if (!match) continue;
      done[index] = shape.pattern.lastIndex;
      if (!isSecretName(match.groups?.["name"] ?? "", shape.context)) continue;
      spans.push(...spanOf(match, shape, shape.context === "variable"));
    }
  }
  return spans;
}

function findUnnamed(text: string): readonly Span[] {
  const lower = text.toLowerCase();
  return UNNAMED_VALUES.filter(({ hint }) => lower.includes(hint)).flatMap((shape) =>
    [...text.matchAll(shape.pattern)].flatMap((match) => spanOf(match, shape, false)),
  );
}

/** Of a variable that is partly in quotes, all goes. */
function spanOf(match: RegExpExecArray, { isValue }: ValueShape, withQuotes: boolean): readonly Span[] {
  const { value = "" } = match.groups ?? {};
  const inner = unquoted(value);
  if (isValue && !isValue(inner)) return [];
  const from = match.index + match[0].lastIndexOf(value) + (withQuotes ? 0 : value.indexOf(inner));
  return [{ start: from, end: from + (withQuotes ? value : inner).length }];
}

/** Where the text ends with a value that may turn out to be a secret when it goes on; its length if it does not. */
export function openValueFrom(text: string): number {
  const line = text.lastIndexOf("\n") + 1;
  const from = Math.max(line, text.length - MAX_OPEN_LENGTH);
  const end = text.slice(from);
  if (!mayHaveValue(end)) return text.length;
  const shapes: readonly (ValueShape & Partial<NamedShape>)[] = [...NAMED_VALUES, ...UNNAMED_VALUES];
  const starts = shapes.map(({ open, context }) => {
    const { 0: match = "", index = 0, groups } = open?.exec(end) ?? {};
    const { name = "", value = "" } = groups ?? {};
    const isOpen = value !== "" && (!context || isSecretName(name, context));
    return isOpen ? index + match.length - value.length : end.length;
  });
  return from + Math.min(...starts);
}
