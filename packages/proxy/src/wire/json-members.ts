/**
 * The members of a JSON object as text: a value that is taken out of one message and put into another keeps its bytes.
 *
 * The text must be valid JSON, and an object.
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
    const start = afterSpace(text, afterSpace(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    spans.push({ name: String(name), start, end: start + text.slice(start, end).trimEnd().length });
    at = afterSpace(text, afterSpace(text, end) + 1);
  }
  return spans;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === "{" || first === "[") return endOfNested(text, start);
  VALUE_END.lastIndex = start;
  return VALUE_END.exec(text)?.index ?? text.length;
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
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}
