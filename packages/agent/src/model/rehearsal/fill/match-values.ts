/**
 * Gives each property the value that suits it best: by what it wants, and by the words before the value.
 */

import type { FoundValue } from "./find-values.ts";
import type { Property } from "./read-schema.ts";

/** The best pairs first, each property and each value once; of equal pairs the first in the schema and in the request. */
export function matchValues(
  properties: readonly Property[],
  values: readonly FoundValue[],
): ReadonlyMap<Property, FoundValue> {
  const pairs = properties.flatMap((property) =>
    values.map((value) => ({ property, value, score: scoreOf(property, value) })),
  );
  const matched = new Map<Property, FoundValue>();
  const taken = new Set<FoundValue>();
  for (const { property, value, score } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (score < (property.isRequired ? POSSIBLE : CLEAR) || matched.has(property) || taken.has(value)) continue;
    matched.set(property, value);
    taken.add(value);
  }
  return matched;
}

/** How well a value suits a property; 0 is not at all. */
export function scoreOf(property: Property, value: FoundValue): number {
  const isNamed = isNamedBefore(property.name, value);
  const base = suits(property, value) || (isNamed && TAKES_WORDS.has(property.wants) ? POSSIBLE : 0);
  if (base === 0) return 0;
  return base + (isNamed ? CLEAR : 0) + directionOf(property.name, value);
}

const POSSIBLE = 1;
// An optional property is only filled when it is clear that it is meant.
const CLEAR = 3;

function suits({ wants, schema, name }: Property, value: FoundValue): number {
  const { kind, isQuoted, text, before } = value;
  const isWords = kind === undefined && isQuoted;
  const isAskedFor = !isQuoted && INTRODUCES.test(before[0] ?? "") && !isPlainWord(value);
  switch (wants) {
    case "number":
      return kind === "number" && fitsNumber(Number(text), schema) ? 2 : 0;
    case "url":
    case "email":
    case "date":
    case "time":
      if (kind === wants) return 3;
      return isWords || (wants === "url" && kind === "path") ? POSSIBLE : 0;
    case "path":
      if (kind === "path") return 3;
      if (kind === "pattern") return name.endsWith("s") ? 3 : 2;
      if (isQuoted) return 1.5;
      if (isAskedFor && before[0] !== "for") return 2;
      return kind === undefined && isPlace(value) ? 3 : 0;
    case "command":
      return isQuoted ? 3.5 : 0;
    case "pattern":
      if (isAskedFor) return 3.5;
      if (kind === "pattern") return 3;
      return isQuoted ? 2.5 : kind === "path" ? POSSIBLE : 0;
    case "text":
    case "anything":
      if (isQuoted) return kind === undefined ? 2.9 : 2;
      if (kind === undefined) return isAskedFor ? 2 : isIdentifier(text) ? POSSIBLE : 0;
      return kind === "number" && !/id|number|key|ref|version|code/i.test(name) ? POSSIBLE : 1.2;
    default:
      return 0;
  }
}

const INTRODUCES = /^(?:for|called|named|titled)$/;
const PLACES = /^(?:folders?|director(?:y|ies)|dir|file|in|inside|under|into)$/;

function isPlace(value: FoundValue): boolean {
  const [nearest = "", second = ""] = value.before;
  if (isPlainWord(value)) return false;
  if (/^(?:folder|directory)$/.test(value.after)) return true;
  return PLACES.test(nearest) || (/^(?:the|my|our)$/.test(nearest) && /^(?:in|inside|under|into)$/.test(second));
}

// They stand where a value may stand, and are none.
function isPlainWord({ text }: FoundValue): boolean {
  return /^(?:a|all|an|and|any|called|containing|every|everything|file|files|folder|for|here|in|is|it|its|matching|me|my|named|new|of|or|our|that|the|these|this|to|us|what|where|which|with|your)$/i.test(
    text,
  );
}

/** `PROJ-42`, `main_branch`, `abc123`: nobody writes ordinary words like that. */
function isIdentifier(text: string): boolean {
  return /\d/.test(text) || /\w[_:@-]\w/.test(text) || /\p{Ll}\p{Lu}/u.test(text);
}

// After their name any word may be their value.
const TAKES_WORDS: ReadonlySet<Property["wants"]> = new Set(["text", "anything", "path", "pattern"]);

/** `branch main`, `start line 10`. */
function isNamedBefore(name: string, { before }: FoundValue): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _-]/);
  const [nearest, second] = before;
  return words.length === 1 ? nearest === words[0] : nearest === words.at(-1) && second === words.at(-2);
}

const NEW = /new|dest|target|to$|replace|output/i;
const OLD = /old|source|src|from|input/i;

/** `from a.txt to b.txt`, `"foo" by "bar"`. */
function directionOf(name: string, { before: [word = ""] }: FoundValue): number {
  const way = /^(?:to|into|by|with|as)$/.test(word) ? 1 : word === "from" ? -1 : 0;
  return (way * ((NEW.test(name) ? 1 : 0) - (OLD.test(name) ? 1 : 0))) / 2;
}

function fitsNumber(number: number, schema: Property["schema"]): boolean {
  const { type, minimum, maximum } = schema;
  if (type === "integer" && !Number.isInteger(number)) return false;
  if (typeof minimum === "number" && number < minimum) return false;
  return typeof maximum !== "number" || number <= maximum;
}
