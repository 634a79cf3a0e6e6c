/**
 * Reads and writes JSON with one large string in it.
 *
 * `JSON.stringify` and `JSON.parse` copy a string of some megabytes as if each character could be an escape, and leave one
 * more copy to the garbage collector. Most large strings are data in base64 and have none: they are quoted and joined, or
 * cut out of the text that holds them, and not copied.
 */

const LARGE = 64 * 1024;
// A large value is close to the top of its message: results of tools, contents of resources and files.
const MAX_DEPTH = 7;
const MAX_MEMBERS = 32;
// Several small sets: V8 looks for one of sixteen characters eight times as fast as for one of more.
const CONTROLS = [0, 16].map((first) => controlCharacters(first, first + 15));
const NEED_ESCAPES = [/["\\]/, ...CONTROLS];

/** The text of `JSON.stringify` in parts, each large string a part of its own; undefined if there is none. */
export function jsonParts(value: unknown): readonly string[] | undefined {
  return partsOf(value);
}

/** Not Array.join, which copies. */
export function joined(parts: readonly string[] | undefined): string | undefined {
  return parts?.reduce((text, part) => text + part, "");
}

function partsOf(value: unknown, depth = 0): string[] | undefined {
  if (typeof value === "string") return value.length < LARGE ? undefined : quoted(value);
  if (typeof value !== "object" || value === null || depth === MAX_DEPTH) return undefined;
  const members = Object.entries(value);
  if (members.length > MAX_MEMBERS) return undefined;
  const inner = members.map(([, member]) => partsOf(member, depth + 1));
  if (inner.every((parts) => parts === undefined)) return undefined;
  const isArray = Array.isArray(value);
  const all = [isArray ? "[" : "{"];
  let separator = "";
  for (const [index, [name, member]] of members.entries()) {
    const parts = inner[index] ?? smallPart(member, isArray);
    if (!parts) continue;
    append(all, separator + (isArray ? "" : `${JSON.stringify(name)}:`));
    for (const part of parts) append(all, part);
    separator = ",";
  }
  append(all, isArray ? "]" : "}");
  return all;
}

function smallPart(value: unknown, isItem: boolean): readonly string[] | undefined {
  const text = JSON.stringify(value) ?? (isItem ? "null" : undefined);
  return text === undefined ? undefined : [text];
}

/** Small ones grow together. */
function append(parts: string[], part: string): void {
  const last = parts.at(-1);
  if (last !== undefined && last.length < LARGE && part.length < LARGE) parts[parts.length - 1] = last + part;
  else parts.push(part);
}

function quoted(text: string): string[] {
  const isPlain = text.isWellFormed() && !NEED_ESCAPES.some((characters) => characters.test(text));
  return isPlain ? ['"', text, '"'] : [JSON.stringify(text)];
}

/** A JSON text without its large string, which is nearly all of it and has no escapes. */
export interface Cut {
  /** JSON, with the mark instead of the string. */
  readonly text: string;
  /** Shares its memory with the text that it was cut out of. */
  readonly large: string;
}

const MIN_CUT = 256 * 1024;
const MAX_REST = 16 * 1024;
const SPACE = /[ \t\r\n]*/y;

/** Undefined if there is no such string. `mark` must not be in the text. */
export function cutLarge(text: string, mark: string): Cut | undefined {
  if (text.length < MIN_CUT) return undefined;
  for (let quote = text.indexOf('"'); quote !== -1 && quote < MAX_REST;) {
    const end = text.indexOf('"', quote + 1);
    const rest = text.length - (end - quote);
    if (rest <= MAX_REST) return isName(text, end + 1) ? undefined : cutAt(text, quote + 1, end, mark);
    // An escaped quote may be taken for an end here; what is cut has no backslash before or in it.
    quote = end === -1 ? -1 : text.indexOf('"', end + 1);
  }
  return undefined;
}

function cutAt(text: string, start: number, end: number, mark: string): Cut | undefined {
  const escape = text.indexOf("\\");
  const large = text.slice(start, end);
  if ((escape !== -1 && escape < end) || CONTROLS.some((characters) => characters.test(large))) return undefined;
  return { text: text.slice(0, start) + mark + text.slice(end), large };
}

function isName(text: string, behind: number): boolean {
  SPACE.lastIndex = behind;
  SPACE.test(text);
  return text[SPACE.lastIndex] === ":";
}

function controlCharacters(first: number, last: number): RegExp {
  return new RegExp(`[${String.fromCharCode(first)}-${String.fromCharCode(last)}]`);
}
