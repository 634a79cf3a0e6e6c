/**
 * Finds in a request what may be a value: quoted text, URLs, paths, numbers. The rest is words.
 */

export interface FoundValue {
  readonly kind: "quoted" | "url" | "path" | "number";
  readonly text: string;
}

/** In the order in which they stand. */
export function findValues(request: string): FoundValue[] {
  return [...request.matchAll(VALUE)].map((match) => {
    const { url, path, number } = match.groups ?? {};
    const text = match.slice(1).find((group) => group !== undefined) ?? "";
    return { kind: url ? "url" : path ? "path" : number ? "number" : "quoted", text };
  });
}

/** With its quoted text blanked out, so that no word of it is read as an instruction. */
export function withoutQuotes(request: string): string {
  // Not a space, so that nothing reads across it.
  return request.replaceAll(QUOTED, (quoted) => "\u{1}".repeat(quoted.length));
}

/** `in src`, `the folder src`, `the src folder`. */
export function folderIn(request: string): string | undefined {
  return FOLDER.exec(withoutQuotes(request))?.slice(1).find(Boolean);
}

const FOLDER =
  /\b(?:in|folder|directory) (?!this\b|the\b|a\b|here\b)([\w./-]*\w\/?)|\bthe ([\w-]+) (?:folder|directory)\b/i;

// What follows a colon at the end of a line is quoted too.
const QUOTED =
  /```[^\S\n]*\w*\n?([\s\S]*?)\n?```|"([^"]*)"|“([^”]*)”|「([^」]*)」|(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])|`([^`\n]*)`|(?<=[:：])[^\S\n]*\n(?!\s*(?:\d+[.)]|[-*•]|["'`]))([\s\S]+)$/gu;
const URL = /(?<url>(?<![\w.+-])[a-z][a-z0-9+.-]*:\/\/[^\s<>\p{Cc}，。；：！？）]*[^\s<>\p{Cc}.,;:!?)，。；：！？）])/u;
const PATH =
  /(?<path>(?<![\w.~/@-])(?:~\/|[\w.@+-]*\/)[\w.@+~/*-]*[\w/*]|(?<![\w.@/*-])[\w*-]*(?:\.[\w*-]+)*\.[a-z*][a-z0-9]{0,7}\b|(?<=\s)\.{1,2}(?=\s|$))/u;
const NUMBER = /(?<![\w.-])#?(?<number>-?\d+(?:\.\d+)?)(?![\w-]|\.\d)/u;
// In this order: a URL holds paths, a path holds numbers.
const VALUE = new RegExp([QUOTED, URL, PATH, NUMBER].map(({ source }) => source).join("|"), "giu");
