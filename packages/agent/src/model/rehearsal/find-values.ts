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
  for (const { kind, shape } of SHAPES) {
    const values = [...rest.matchAll(shape)].map((match) => ({
      kind,
      text: match.slice(1).find((group) => group !== undefined) ?? match[0],
      start: match.index,
      end: match.index + match[0].length,
    }));
    found.push(...values);
    rest = blankOut(rest, values);
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** The request with its quoted text blanked out, so that no word of it is read as an instruction. */
export function withoutQuotes(request: string): string {
  return blankOut(
    request,
    findValues(request).filter(({ kind }) => kind === "quoted"),
  );
}

/** As a part of a regular expression. */
export function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function blankOut(text: string, values: readonly Pick<FoundValue, "start" | "end">[]): string {
  return values.reduce(
    (rest, { start, end }) => rest.slice(0, start) + BLANK.repeat(end - start) + rest.slice(end),
    text,
  );
}

// Not a space, so that nothing reads across it.
const BLANK = "\u{1}";

// In this order: a URL holds paths, a path holds numbers. What follows a colon at the end of a line is quoted too.
const SHAPES: readonly Pick<FoundValue & { readonly shape: RegExp }, "kind" | "shape">[] = [
  {
    kind: "quoted",
    shape:
      /```[^\S\n]*\w*\n?([\s\S]*?)\n?```|"([^"]*)"|“([^”]*)”|(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])|`([^`\n]*)`|(?<=:)[^\S\n]*\n(?!\s*(?:\d+[.)]|[-*•]|["'`]))([\s\S]+)$/gu,
  },
  { kind: "url", shape: /(?<![\w.+-])[a-z][a-z0-9+.-]*:\/\/[^\s<>\p{Cc}]*[^\s<>\p{Cc}.,;:!?)]/giu },
  { kind: "path", shape: /(?<![\w.~/@-])(?:~\/|[\w.@+-]*\/)[\w.@+~/*-]*[\w/*]/g },
  { kind: "path", shape: /(?<![\w.@/*-])[\w*-]*(?:\.[\w*-]+)*\.[a-z*][a-z0-9]{0,7}\b|(?<=\s)\.{1,2}(?=\s|$)/gi },
  { kind: "number", shape: /(?<![\w.-])#?(-?\d+(?:\.\d+)?)(?![\w-]|\.\d)/g },
];
