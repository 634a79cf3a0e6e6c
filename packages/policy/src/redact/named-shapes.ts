/**
 * Values that stand behind the name of a secret, in the notations in which people and programs write them: headers, JSON,
 * YAML and ini, variables, flags of a command line, addresses.
 *
 * Each pattern takes time in proportion to the text, whatever the text: it starts where its first sign cannot also be
 * the middle of another try, or its repetitions have a bound.
 */

import { isSecretName, type NamePlace, SECRET_PARTS } from "./secret-names.ts";
import type { Span } from "./spans.ts";
import { isGiven, isNoCode, isRandom, isWritten, unquoted } from "./written-value.ts";

interface Shape {
  /** The value is in the group `value`, and stands behind all that is in front of it. */
  readonly pattern: RegExp;
  readonly isValue?: (value: string) => boolean;
}

/** A secret wherever the pattern fits. */
interface SignedShape extends Shape {
  /** In lower case: what every text has in which the pattern fits. */
  readonly sign: string;
}

/** The pattern fits from the end of the name in the group `name`. */
interface NamedShape extends Shape {
  /** The characters that may follow the name. */
  readonly next: string;
  /** Where the name stands. */
  readonly place: NamePlace;
}

const NAME = String.raw`(?<name>[\w.-]{1,64})`;
const COLON = String.raw`\s{0,4}:\s{0,4}`;
const ESCAPED = String.raw`\\"`;
/** A text that is cut off has no second quote. */
const QUOTED = String.raw`"[^"\r\n]{1,1024}(?:"|$)|'[^'\r\n]{1,1024}(?:'|$)`;
/** At the beginning of a line. */
const LINE_START = String.raw`^[ \t]{0,64}(?:- |export |const |let |var |set )?`;
const ASSIGNED = String.raw`[ \t]{0,32}(?::=|[:=])[ \t]{0,32}`;
const FLAGGED = String.raw`(?:=|[ \t]{1,4}|\\?["'],[ \t]{0,4}\\?["'])`;

const NAMED: readonly NamedShape[] = [
  {
    next: "=",
    pattern: new RegExp(`(?<=[?&;#]${NAME})=(?<value>[^\\s&;"'#<>\\\\]+)`, "iy"),
    place: "parameter",
    isValue: isNoCode,
  },
  {
    next: "=",
    pattern:
      /(?<=(?<![\w.-])(?<name>[A-Z][A-Z0-9_]{2,63}))=(?<value>(?:"[^"\r\n]*(?:"|$)|'[^'\r\n]*(?:'|$)|[^\s"'])+)/y,
    place: "variable",
  },
  {
    next: '"',
    pattern: new RegExp(String.raw`(?<="${NAME})"${COLON}"(?<value>(?:[^"\\]|\\.)+)(?:"|\\?$)`, "iy"),
    place: "field",
  },
  // JSON within JSON.
  {
    next: "\\",
    pattern: new RegExp(
      String.raw`(?<=${ESCAPED}${NAME})${ESCAPED}${COLON}${ESCAPED}(?<value>[^"\\]+)(?:${ESCAPED}|\\?$)`,
      "iy",
    ),
    place: "field",
  },
  {
    next: ": \t\r\n",
    pattern: new RegExp(String.raw`(?=${COLON})(?<=(?<![\w-])x-${NAME})${COLON}(?<value>[^\s"',;]+)`, "iy"),
    place: "field",
  },
  // A line of YAML, of an ini file, or of a program.
  {
    next: ":= \t",
    pattern: new RegExp(
      String.raw`(?=${ASSIGNED})(?<=${LINE_START}${NAME})${ASSIGNED}(?<value>${QUOTED}|[^\s"'#,;(){}[\]<>$\x60]{1,1024}(?=[ \t]*(?:[;,]?[ \t]*(?:[#;].*)?)(?:\r|\n|$)))`,
      "imy",
    ),
    place: "line",
    isValue: isWritten,
  },
  // A flag of a command line, in one word or in two, also as items of an array.
  {
    next: "= \t\\\"'",
    pattern: new RegExp(
      String.raw`(?<=(?<![\w-])--?${NAME})${FLAGGED}(?<value>${QUOTED}|[^\s"'\\-][^\s"'\\]{0,1023})`,
      "iy",
    ),
    place: "line",
    isValue: isGiven,
  },
];

const SIGNED: readonly SignedShape[] = [
  // A password may itself have an @ in it.
  { sign: "://", pattern: /:\/\/(?<value>[^\s/?#"'<>\\]{1,256})@/g },
  {
    sign: "authorization",
    pattern:
      /(?:\b|_)authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:[A-Za-z]{3,12}\s{1,4})?(?<value>[^\s"',;\\]+)/gi,
    isValue: isNoCode,
  },
  { sign: "bearer", pattern: /\bbearer\s{1,4}(?<value>[\w.~+/=-]{16,})/gi },
  {
    sign: "cookie",
    pattern: /\b(?:set-)?cookie\\?["']?\s{0,4}:\s{0,4}\\?["']?(?<value>[^\s"'\\][^\r\n"'\\]*)/gi,
    isValue: isNoCode,
  },
  // Keys of storage accounts and queues.
  { sign: "key=", pattern: /(?:AccountKey|SharedAccessKey)=(?<value>[\w+/=-]{20,})/gi },
  // Addresses whose path is the secret.
  {
    sign: "hooks.slack",
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(?<value>[\w/-]{16,})/g,
  },
  { sign: "/webhook", pattern: /\/(?:api\/)?webhooks?\/(?:\d{6,}\/)?(?<value>[\w-]{24,})/gi, isValue: isRandom },
  { sign: "webhook.office", pattern: /webhook\.office\.com\/webhookb2\/(?<value>[\w@/-]{20,})/g },
  { sign: ":aa", pattern: /(?<![\w:])(?:bot)?\d{8,10}:(?<value>AA[\w-]{30,})/g },
  {
    sign: "://",
    pattern:
      /\/(?:token|tokens|key|keys|apikey|secret|hook|hooks|auth|t|k)\/(?<=:\/\/[^\s"'<>?#]{1,256}\/\w+\/)(?<value>[\w-]{16,})/gi,
    isValue: isRandom,
  },
];

/** The source of a pattern that fits wherever there may be a value behind a name. */
export const NAMED_HINT = String.raw`${SECRET_PARTS}|bearer|:\/\/|webhook|hooks\.slack|\d:AA|\/[tk]\/|hook`;
const ANY = new RegExp(NAMED_HINT, "i");
/** Up to the end of the name. */
const NAMES = new RegExp(String.raw`(?:${SECRET_PARTS})[\w.-]*`, "gi");

export function findNamed(text: string): readonly Span[] {
  return ANY.test(text) ? [...findBehindNames(text), ...findBySigns(text)] : [];
}

/** One search for all names, and a few tries behind each, are many times quicker than a search for each shape. */
function findBehindNames(text: string): readonly Span[] {
  const spans: Span[] = [];
  // Within what a shape has taken as a value, it fits no more.
  const done = NAMED.map(() => 0);
  NAMES.lastIndex = 0;
  while (NAMES.test(text)) {
    const end = NAMES.lastIndex;
    const next = text.charAt(end);
    if (next === "") continue;
    for (const [index, shape] of NAMED.entries()) {
      if (!shape.next.includes(next) || end < (done[index] ?? 0)) continue;
      shape.pattern.lastIndex = end;
      const match = shape.pattern.exec(text);
      if (!match) continue;
      done[index] = shape.pattern.lastIndex;
      if (!isSecretName(match.groups?.["name"] ?? "", shape.place)) continue;
      spans.push(...spanOf(match, shape, shape.place === "variable"));
    }
  }
  return spans;
}

function findBySigns(text: string): readonly Span[] {
  const lower = text.toLowerCase();
  return SIGNED.filter(({ sign }) => lower.includes(sign)).flatMap((shape) =>
    [...text.matchAll(shape.pattern)].flatMap((match) => spanOf(match, shape, false)),
  );
}

/** Of a variable that is partly in quotes, all goes. */
function spanOf(match: RegExpExecArray, { isValue }: Shape, withQuotes: boolean): readonly Span[] {
  const { value = "" } = match.groups ?? {};
  const inner = unquoted(value);
  if (isValue && !isValue(inner)) return [];
  const from = match.index + match[0].lastIndexOf(value) + (withQuotes ? 0 : value.indexOf(inner));
  return [{ start: from, end: from + (withQuotes ? value : inner).length }];
}

/** Where the text ends with a value that may turn out to be a secret when it goes on; its length if it does not. */
export function openNamedFrom(text: string): number {
  const line = text.lastIndexOf("\n") + 1;
  const from = Math.max(line, text.length - LONGEST_OPEN);
  const end = text.slice(from);
  if (!ANY.test(end)) return text.length;
  const starts = OPEN.map(({ pattern, place }) => {
    const { 0: match = "", index = 0, groups } = pattern.exec(end) ?? {};
    const { name = "", value = "" } = groups ?? {};
    const isOpen = value !== "" && (!place || isSecretName(name, place));
    return isOpen ? index + match.length - value.length : end.length;
  });
  return from + Math.min(...starts);
}

const LONGEST_OPEN = 512;

const HINTED = String.raw`(?=[\w.-]{0,60}(?:${SECRET_PARTS}))${NAME}`;

const OPEN: readonly { readonly pattern: RegExp; readonly place?: NamePlace }[] = [
  { pattern: /\bbearer\s{1,4}(?<value>[\w.~+/=-]{1,})$/i },
  { pattern: /:\/\/[^\s/?#"'<>\\:@]{0,128}:(?<value>[^\s/?#"'<>\\]{1,256})$/ },
  { pattern: /(?:\/webhooks?|hooks\.slack\.com|webhook\.office\.com)\/(?<value>[\w@/-]{1,256})$/i },
  { pattern: /(?<![\w:])(?:bot)?\d{8,10}:(?<value>A[\w-]{0,64})$/ },
  { pattern: /\/(?:token|tokens|key|keys|apikey|secret|hook|hooks|auth|t|k)\/(?<value>[\w-]{1,256})$/i },
  { pattern: /(?:AccountKey|SharedAccessKey)=(?<value>[\w+/=-]{1,256})$/i },
  {
    pattern: new RegExp(
      String.raw`${LINE_START}${HINTED}${ASSIGNED}(?<value>["']?[^\s"'#,;(){}[\]<>$\x60]{1,256})$`,
      "i",
    ),
    place: "line",
  },
  {
    pattern: new RegExp(String.raw`(?<![\w-])--?${HINTED}${FLAGGED}(?<value>["']?[^\s"'\\-][^\s"'\\]{0,256})$`, "i"),
    place: "line",
  },
];
