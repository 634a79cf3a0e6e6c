/**
 * Writes JSON with large strings in it.
 *
 * `JSON.stringify` copies a string of some megabytes as if each character could need an escape, and leaves one more copy to
 * the garbage collector. Most large strings are data in base64 and need none: they are quoted and joined, not copied.
 */

const LARGE = 64 * 1024;
// A large value is close to the top of its message: results of tools, contents of resources and files.
const MAX_DEPTH = 7;
const MAX_MEMBERS = 32;
// Several small sets: V8 looks for one of a few characters forty times as fast as for one of many.
const NEED_ESCAPES = [/["\\]/, ...[0, 8, 16, 24].map((first) => controlCharacters(first, first + 7))];

/** The same text as `JSON.stringify`, for a value that is JSON. */
export function writeJson(value: unknown): string {
  return withLargeStrings(value, 0) ?? JSON.stringify(value);
}

/** Undefined if there is no large string in it. */
function withLargeStrings(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value.length < LARGE ? undefined : quoted(value);
  if (typeof value !== "object" || value === null || depth === MAX_DEPTH) return undefined;
  const members = Object.entries(value);
  if (members.length > MAX_MEMBERS) return undefined;
  const texts = members.map(([, inner]) => withLargeStrings(inner, depth + 1));
  if (texts.every((text) => text === undefined)) return undefined;
  const isArray = Array.isArray(value);
  let all = "";
  for (const [index, [name, inner]] of members.entries()) {
    const text = texts[index] ?? JSON.stringify(inner) ?? (isArray ? "null" : undefined);
    // Not Array.join, which copies.
    if (text !== undefined) all += `${all && ","}${isArray ? "" : `${JSON.stringify(name)}:`}${text}`;
  }
  return isArray ? `[${all}]` : `{${all}}`;
}

function quoted(text: string): string {
  const isPlain = text.isWellFormed() && !NEED_ESCAPES.some((characters) => characters.test(text));
  return isPlain ? `"${text}"` : JSON.stringify(text);
}

function controlCharacters(first: number, last: number): RegExp {
  return new RegExp(`[${String.fromCharCode(first)}-${String.fromCharCode(last)}]`);
}
