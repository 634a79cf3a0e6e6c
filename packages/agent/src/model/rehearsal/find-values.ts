/**
 * Finds in a request what may be a value: quoted text, URLs, paths, numbers. The rest is words.
 */

export interface FoundValue {
  readonly kind: "quoted" | "url" | "path" | "number";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** In the order in which they stand. */
export function findValues(request: string): readonly FoundValue[] {
  const found: FoundValue[] = [];
  let rest = request;
  for (const [kind, shape] of SHAPES) {
    const values = [...rest.matchAll(shape)].map((match) => ({
      kind,
      text: match.slice(1).find((group) => group !== undefined) ?? match[0],
      start: match.index,
      end: match.index + match[0].length,
    }));
    found.push(...values);
    for (const { start, end } of values) rest = rest.slice(0, start) + BLANK.repeat(end - start) + rest.slice(end);
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** With its quoted text blanked out, so that no word of it is read as an instruction. */
export function withoutQuotes(request: string): string {
  return request.replaceAll(QUOTED, (quoted) => BLANK.repeat(quoted.length));
}

/** Changes what is not quoted. */
export function changeUnquoted(request: string, change: (plain: string) => string): string {
  const quoted: string[] = [];
  const plain = request.replaceAll(QUOTED, (text) => String.fromCodePoint(PRIVATE + quoted.push(text)));
  return change(plain).replaceAll(
    /[\uE000-\uF8FF]/g,
    (mark) => quoted[(mark.codePointAt(0) ?? 0) - PRIVATE - 1] ?? mark,
  );
}

/** `in src`, `the folder src`, `the src folder`. */
export function folderIn(request: string): string | undefined {
  return FOLDER.exec(withoutQuotes(request))?.slice(1).find(Boolean);
}

/** As a part of a regular expression. */
export function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

// Not a space, so that nothing reads across it.
const BLANK = "\u{1}";
const PRIVATE = 0xe000;
const FOLDER =
  /\b(?:in|folder|directory) (?!this\b|the\b|a\b|here\b)([\w./-]*\w\/?)|\bthe ([\w-]+) (?:folder|directory)\b/i;

// What follows a colon at the end of a line is quoted too.
const QUOTED =
  /```[^\S\n]*\w*\n?([\s\S]*?)\n?```|"([^"]*)"|“([^”]*)”|「([^」]*)」|(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])|`([^`\n]*)`|(?<=:)[^\S\n]*\n(?!\s*(?:\d+[.)]|[-*•]|["'`]))([\s\S]+)$/gu;

// In this order: a URL holds paths, a path holds numbers.
const SHAPES: readonly (readonly [FoundValue["kind"], RegExp])[] = [
  ["quoted", QUOTED],
  ["url", /(?<![\w.+-])[a-z][a-z0-9+.-]*:\/\/[^\s<>\p{Cc}]*[^\s<>\p{Cc}.,;:!?)]/giu],
  ["path", /(?<![\w.~/@-])(?:~\/|[\w.@+-]*\/)[\w.@+~/*-]*[\w/*]/g],
  ["path", /(?<![\w.@/*-])[\w*-]*(?:\.[\w*-]+)*\.[a-z*][a-z0-9]{0,7}\b|(?<=\s)\.{1,2}(?=\s|$)/gi],
  ["number", /(?<![\w.-])#?(-?\d+(?:\.\d+)?)(?![\w-]|\.\d)/g],
];
