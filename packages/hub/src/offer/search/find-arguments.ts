/**
 * Finds what in a request is material and not wording: addresses, paths, numbers, quoted text.
 *
 * Their own words must not be searched for (`src/index.ts` asks for no index), but their kinds say which parameters a
 * fitting tool has.
 */

import type { ArgumentKind } from "./argument-kinds.ts";

export interface FoundArgument {
  readonly kind: ArgumentKind;
  readonly text: string;
  /** What one could call it: an image file, for `logo.png`. */
  readonly words: string;
}

/** `rest` is the request without them; an ellipsis marks each place. */
export function findArguments(request: string): { readonly found: readonly FoundArgument[]; readonly rest: string } {
  const found: FoundArgument[] = [];
  let rest = request;
  for (const { kind, pattern, words } of SHAPES) {
    rest = rest.replace(pattern, (text) => {
      if (PRODUCT_NAME.test(text)) return text;
      found.push({ kind, text, words: words?.(text) ?? "" });
      return " … ";
    });
  }
  return { found, rest };
}

// Next.js, Node.js
const PRODUCT_NAME = /^[A-Z][a-z]+\.js$/;

const FILES: readonly (readonly [words: string, endings: string])[] = [
  ["image file", "png jpg jpeg gif webp svg bmp ico avif"],
  ["media file", "mp3 mp4 wav ogg flac mov avi webm mkv"],
  ["archive file", "zip gz tgz tar 7z rar"],
  ["pdf file", "pdf"],
  [
    "text file",
    "js jsx ts tsx cjs mjs cts mts json json5 md mdx txt yml yaml toml ini cfg conf env lock log csv tsv xml",
  ],
  [
    "text file",
    "htm html css scss less py rb rs go java kt swift c h cc cpp hpp cs php sh bat ps1 sql ipynb vue svelte",
  ],
  ["document file", "doc docx xls xlsx ppt pptx odt"],
];

const WORDS_BY_ENDING: ReadonlyMap<string, string> = new Map(
  FILES.flatMap(([words, endings]) => endings.split(" ").map((ending) => [ending, words] as const)),
);

interface Shape {
  readonly kind: ArgumentKind;
  readonly pattern: RegExp;
  readonly words?: (text: string) => string;
}

// In this order: an address holds paths, a path holds numbers. Each looks behind, so that a long token is read once and
// not once from each of its letters.
const SHAPES: readonly Shape[] = [
  {
    kind: "a url",
    pattern:
      /(?<![\w.+-])(?:[a-z][a-z0-9+.-]*:\/\/|www\.|git@)[^\s"'`<>«»]*[^\s"'`<>«».,;:!?)]|\blocalhost:\d+[^\s"'`<>«»]*/gi,
    words: wordsOfUrl,
  },
  { kind: "an email", pattern: /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w/g, words: () => "email" },
  { kind: "a pattern", pattern: /(?<![\w./-])[\w./-]*\*+[\w./*{},-]*\w/g, words: () => "pattern file" },
  { kind: "a text", pattern: /"[^"]+"|“[^”]+”|«[^»]+»|„[^“”]+[“”]|「[^」]+」|(?<!\w)'[^']+'(?!\w)/g },
  { kind: "a text", pattern: /(?<=\b(?:called|named|titled)\s)[\w-]+/gi },
  {
    kind: "a commit",
    pattern: /(?<![\w/.-])(?:feat|feature|fix|hotfix|bugfix|release|chore)\/[\w.-]*\w/g,
    words: () => "branch",
  },
  {
    kind: "a path",
    pattern: /(?<![\w@.~/+-])(?=[\w.@+~/-]*\w)(?:~|\.{1,2}|[\w.@+-]+)?\/(?:[\w.@+-]+\/)*(?:[\w.@+-]*\w)?/g,
    words: wordsOfPath,
  },
  {
    kind: "a path",
    pattern: new RegExp(
      String.raw`(?<![\w@.-])[\w-]*(?:\.[\w-]+)*\.(?:${[...WORDS_BY_ENDING.keys()].join("|")})\b`,
      "gi",
    ),
    words: wordsOfPath,
  },
  { kind: "a commit", pattern: /(?<!\w)(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?!\w)/g, words: () => "commit" },
  { kind: "a size", pattern: /(?<!\w)\d+\s?[x×]\s?\d+(?!\w)/g, words: () => "size" },
  { kind: "a number", pattern: /(?<![\w.])\d+(?:[.,]\d+)*(?!\w)/g },
];

function wordsOfPath(path: string): string {
  if (path.endsWith("/")) return "directory";
  return WORDS_BY_ENDING.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase()) ?? "";
}

function wordsOfUrl(url: string): string {
  if (url.endsWith(".git") || url.startsWith("git@")) return "repository";
  return /^(?:https?:|www\.|localhost)/i.test(url) ? "url page" : url.slice(0, url.indexOf(":"));
}
