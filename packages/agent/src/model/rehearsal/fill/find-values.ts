/**
 * Finds in a request what may be a value: quoted text, addresses, dates, paths, patterns, numbers, and the plain words
 * that are left.
 */

import { isoDate } from "./iso-date.ts";
import { blankOut, findQuotedText } from "../quoted-text.ts";

export type ValueKind = "url" | "email" | "date" | "time" | "pattern" | "path" | "number";

export interface FoundValue {
  readonly text: string;
  /** What it looks like; undefined for words. */
  readonly kind: ValueKind | undefined;
  readonly isQuoted: boolean;
  /** The two words before it, in lower case, the nearest first. */
  readonly before: readonly string[];
  /** The word after it. */
  readonly after: string;
}

/** In the order in which they stand. */
export function findValues(request: string): readonly FoundValue[] {
  const found: (Stretch & Pick<FoundValue, "text" | "kind" | "isQuoted">)[] = findQuotedText(request).map((quoted) => ({
    ...quoted,
    kind: kindOf(quoted.text),
    isQuoted: true,
  }));
  let rest = blankOut(request, found);
  for (const { kind, shape } of SHAPES) {
    const shaped = [...rest.matchAll(shape)].flatMap((match) => {
      const text = match[1] ?? match[0];
      const place = { start: match.index, end: match.index + match[0].length };
      return NOT_MEANT.test(text) ? [] : [{ text: plain(text, kind), kind, isQuoted: false, ...place }];
    });
    found.push(...shaped);
    rest = blankOut(rest, shaped);
  }
  for (const match of rest.matchAll(WORD)) {
    const [text] = match;
    found.push({ text, kind: undefined, isQuoted: false, start: match.index, end: match.index + text.length });
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ text, kind, isQuoted, start, end }) => ({
      text,
      kind,
      isQuoted,
      before: wordsBefore(request, start),
      after: /^\s*([\p{L}\p{N}_-]+)/u.exec(request.slice(end, end + 60))?.[1]?.toLowerCase() ?? "",
    }));
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";

// In this order: an address holds paths, a path holds numbers.
const SHAPES: readonly { readonly kind: ValueKind; readonly shape: RegExp }[] = [
  { kind: "url", shape: /(?<![\w.+-])[a-z][a-z0-9+.-]*:\/\/[^\s<>\p{Cc}]*[^\s<>\p{Cc}.,;:!?)]/giu },
  { kind: "email", shape: /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
  {
    kind: "date",
    shape: /(?<![\w/-])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w-])/g,
  },
  {
    kind: "date",
    shape: new RegExp(String.raw`\b(?:\d{1,2}\.? ${MONTH}|${MONTH} \d{1,2}(?:st|nd|rd|th)?),? \d{4}\b`, "gi"),
  },
  { kind: "time", shape: /(?<![\w:])\d{1,2}:\d{2}(?::\d{2})?(?![\w:])/g },
  { kind: "pattern", shape: /(?<![\w./-])[\w./-]*\*[\w./*{},-]*/g },
  { kind: "path", shape: /(?<![\w.~/@\\-])(?:[a-z]:\\|~\/|[\w.@+-]*\/)[\w.@+~/\\-]*[\w/\\]|(?<![\w.])[/~](?=\s|$)/gi },
  { kind: "path", shape: /(?<![\w.@-])(?:[\w-]+(?:\.[\w-]+)*)?\.[a-z][a-z0-9]{0,7}\b(?!\()|(?<=\s)\.{1,2}(?=\s|$)/gi },
  { kind: "number", shape: /(?<![\w.-])#?(-?\d+(?:\.\d+)?)(?![\w-]|\.\d)/g },
];
const NOT_MEANT = /^(?:and\/or|e\.g|i\.e|etc)$|^\p{Lu}\p{L}+\.js$/u;
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_:@+-]*/gu;

/** The kind of a text that is all one value. */
function kindOf(text: string): ValueKind | undefined {
  return SHAPES.find(({ shape }) => text.match(shape)?.[0] === text)?.kind;
}

function plain(text: string, kind: ValueKind): string {
  return kind === "date" ? (isoDate(text) ?? text) : text;
}

function wordsBefore(request: string, start: number): readonly string[] {
  const before = request.slice(Math.max(0, start - 60), start).toLowerCase();
  return (before.match(/[\p{L}\p{N}_-]+/gu) ?? []).slice(-2).toReversed();
}
