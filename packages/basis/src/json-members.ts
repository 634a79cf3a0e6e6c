/**
 * The members of a JSON object as text: a value that is taken out of one message and put into
 * another keeps its bytes.
 *
 * The text must be valid JSON, and an object. A long string costs no more than a search for its end.
 */

const VALUE_END = /[,}]/g;

/** Where the value of a member is in the text. */
export interface MemberSpan {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export function membersOf(text: string): ReadonlyMap<string, string> {
  return new Map(memberSpans(text).map(({ name, start, end }) => [name, text.slice(start, end)]));
}

/** In the order of the text; a name may come twice. */
export function memberSpans(text: string): readonly MemberSpan[] {
  const spans: MemberSpan[] = [];
  let at = afterSpace(text, text.indexOf("{") + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    const span = valueSpan(text, afterSpace(text, afterSpace(text, nameEnd) + 1));
    spans.push({ name: String(name), ...span });
    at = nextValue(text, span.end);
  }
  return spans;
}

/** Where the next member begins; the end of the text if there is none. */
function nextValue(text: string, end: number): number {
  const comma = afterSpace(text, end);
  return text[comma] === "," ? afterSpace(text, comma + 1) : text.length;
}

function valueSpan(text: string, start: number): Omit<MemberSpan, "name"> {
  const first = text[start];
  if (first === '"') return { start, end: endOfString(text, start) };
  if (first === "{" || first === "[") return { start, end: endOfNested(text, start) };
  VALUE_END.lastIndex = start;
  const end = VALUE_END.exec(text)?.index ?? text.length;
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** `start` is that of its first quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1))
    if (!isEscaped(text, end)) return end + 1;
  return text.length;
}

/** An odd number of backslashes before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first -= 1;
  return (at - first) % 2 === 1;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}
