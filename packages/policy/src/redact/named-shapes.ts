/**
 * Values that stand behind the name of a secret, in the notations in which people and programs write them: headers, JSON,
 * YAML and ini, variables, flags of a command line, addresses.
 *
 * Each pattern takes time in proportion to the text, whatever the text: it starts where its first sign cannot also be
 * the middle of another try, or its repetitions have a bound.
 */

import { isSecretName, type NamePlace, SECRET_PARTS } from "./secret-names.ts";
import type { Span } from "./spans.ts";

interface Shape {
  /** Fits wherever the pattern does. */
  readonly hint: RegExp;
  /** The value is in the group `value`, and stands behind all that is in front of it. */
  readonly pattern: RegExp;
  /** Where the name in the group `name` stands; undefined if what the pattern fits is a secret in any case. */
  readonly place?: NamePlace;
  readonly isValue?: (value: string) => boolean;
}

const NAME = String.raw`(?=[\w.-]{0,60}(?:${SECRET_PARTS}))(?<name>[\w.-]{1,64})`;
const COLON = String.raw`\s{0,4}:\s{0,4}`;
const ESCAPED = String.raw`\\"`;
/** A text that is cut off has no second quote. */
const QUOTED = String.raw`"[^"\r\n]{1,1024}(?:"|$)|'[^'\r\n]{1,1024}(?:'|$)`;
/** At the beginning of a line. */
const AT_START = String.raw`(?<=^[ \t]{0,64}(?:- |export |const |let |var |set )?)`;
const ASSIGNED = String.raw`[ \t]{0,32}(?::=|[:=])[ \t]{0,32}`;
const FLAGGED = String.raw`(?:=|[ \t]{1,4}|\\?["'],[ \t]{0,4}\\?["'])`;

const SHAPES: readonly Shape[] = [
  // A password may itself have an @ in it.
  { hint: /:\/\//, pattern: /:\/\/(?<value>[^\s/?#"'<>\\]{1,256})@/g },
  {
    hint: /authorization/i,
    pattern:
      /(?:\b|_)authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:[A-Za-z]{3,12}\s{1,4})?(?<value>[^\s"',;\\]+)/gi,
    isValue: isNoCode,
  },
  { hint: /bearer/i, pattern: /\bbearer\s{1,4}(?<value>[\w.~+/=-]{16,})/gi },
  {
    hint: /cookie/i,
    pattern: /\b(?:set-)?cookie\\?["']?\s{0,4}:\s{0,4}\\?["']?(?<value>[^\s"'\\][^\r\n"'\\]*)/gi,
    isValue: isNoCode,
  },
  {
    hint: /=/,
    pattern: new RegExp(`[?&;#]${NAME}=(?<value>[^\\s&;"'#<>\\\\]+)`, "gi"),
    place: "parameter",
    isValue: isNoCode,
  },
  {
    hint: /=/,
    pattern: /(?<![\w.-])(?<name>[A-Z][A-Z0-9_]{2,63})=(?<value>(?:"[^"\r\n]*(?:"|$)|'[^'\r\n]*(?:'|$)|[^\s"'])+)/g,
    place: "variable",
  },
  {
    hint: /":/,
    pattern: new RegExp(String.raw`"${NAME}"${COLON}"(?<value>(?:[^"\\]|\\.)+)(?:"|\\?$)`, "gi"),
    place: "field",
  },
  // JSON within JSON.
  {
    hint: /\\":/,
    pattern: new RegExp(
      String.raw`${ESCAPED}${NAME}${ESCAPED}${COLON}${ESCAPED}(?<value>[^"\\]+)(?:${ESCAPED}|\\?$)`,
      "gi",
    ),
    place: "field",
  },
  {
    hint: /x-/i,
    pattern: new RegExp(String.raw`(?<![\w-])x-${NAME}${COLON}(?<value>[^\s"',;]+)`, "gi"),
    place: "field",
  },
  // A line of YAML, of an ini file, or of a program.
  {
    hint: /[:=]/,
    pattern: new RegExp(
      String.raw`${AT_START}${NAME}${ASSIGNED}(?<value>${QUOTED}|[^\s"'#,;(){}[\]<>$\x60]{1,1024}(?=[ \t]*(?:[;,]?[ \t]*(?:[#;].*)?)(?:\r|\n|$)))`,
      "gim",
    ),
    place: "line",
    isValue: isWritten,
  },
  // A flag of a command line, in one word or in two, also as items of an array.
  {
    hint: /--?[a-z]/i,
    pattern: new RegExp(
      String.raw`(?<![\w-])--?${NAME}${FLAGGED}(?<value>${QUOTED}|[^\s"'\\-][^\s"'\\]{0,1023})`,
      "gi",
    ),
    place: "line",
    isValue: isGiven,
  },
  // Keys of storage accounts and queues.
  { hint: /AccessKey=|AccountKey=/i, pattern: /(?:AccountKey|SharedAccessKey)=(?<value>[\w+/=-]{20,})/gi },
  // Addresses whose path is the secret.
  {
    hint: /hooks\.slack/,
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(?<value>[\w/-]{16,})/g,
  },
  { hint: /\/webhooks?\//i, pattern: /\/(?:api\/)?webhooks?\/(?:\d{6,}\/)?(?<value>[\w-]{24,})/gi, isValue: isRandom },
  { hint: /webhook\.office/, pattern: /webhook\.office\.com\/webhookb2\/(?<value>[\w@/-]{20,})/g },
  { hint: /\d:AA/, pattern: /(?<![\w:])(?:bot)?\d{8,10}:(?<value>AA[\w-]{30,})/g },
  {
    hint: /:\/\//,
    pattern:
      /(?<=:\/\/[^\s"'<>?#]{1,256}\/(?:token|tokens|key|keys|apikey|secret|hook|hooks|auth|t|k)\/)(?<value>[\w-]{16,})/gi,
    isValue: isRandom,
  },
];

/** The source of a pattern that fits wherever there may be a value behind a name. */
export const NAMED_HINT = String.raw`${SECRET_PARTS}|bearer|:\/\/|webhook|hooks\.slack|\d:AA|\/[tk]\/|hook`;
const ANY = new RegExp(NAMED_HINT, "i");

export function findNamed(text: string): readonly Span[] {
  if (!ANY.test(text)) return [];
  const spans: Span[] = [];
  for (const { hint, pattern, place, isValue } of SHAPES) {
    // Looking for a few letters first is many times quicker than trying the pattern everywhere.
    if (!hint.test(text)) continue;
    for (const { 0: match, index, groups } of text.matchAll(pattern)) {
      const { name = "", value = "" } = groups ?? {};
      if (place && !isSecretName(name, place)) continue;
      if (isValue && !isValue(unquoted(value))) continue;
      const start = index + match.lastIndexOf(value);
      // Of a variable that is partly in quotes, all goes.
      const inner = place === "variable" ? value : unquoted(value);
      const from = start + value.indexOf(inner);
      spans.push({ start: from, end: from + inner.length });
    }
  }
  return spans;
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

const OPEN: readonly Pick<Shape, "pattern" | "place">[] = [
  { pattern: /\bbearer\s{1,4}(?<value>[\w.~+/=-]{1,})$/i },
  { pattern: /:\/\/[^\s/?#"'<>\\:@]{0,128}:(?<value>[^\s/?#"'<>\\]{1,256})$/ },
  { pattern: /(?:\/webhooks?|hooks\.slack\.com|webhook\.office\.com)\/(?<value>[\w@/-]{1,256})$/i },
  { pattern: /(?<![\w:])(?:bot)?\d{8,10}:(?<value>A[\w-]{0,64})$/ },
  { pattern: /\/(?:token|tokens|key|keys|apikey|secret|hook|hooks|auth|t|k)\/(?<value>[\w-]{1,256})$/i },
  { pattern: /(?:AccountKey|SharedAccessKey)=(?<value>[\w+/=-]{1,256})$/i },
  {
    pattern: new RegExp(String.raw`${AT_START}${NAME}${ASSIGNED}(?<value>["']?[^\s"'#,;(){}[\]<>$\x60]{1,256})$`, "i"),
    place: "line",
  },
  {
    pattern: new RegExp(String.raw`(?<![\w-])--?${NAME}${FLAGGED}(?<value>["']?[^\s"'\\-][^\s"'\\]{0,256})$`, "i"),
    place: "line",
  },
];

/** What stands for a value in a program, in a type or in documentation is none. */
function isNoCode(value: string): boolean {
  const [word = ""] = value.split(/[\s)]/, 1);
  return !STANDS_FOR_ONE.test(value) && !PLAIN.has(word.toLowerCase());
}

function isGiven(value: string): boolean {
  return value.length >= SHORTEST && isNoCode(value);
}

/** On a line without quotes a value is told from a word of a program by what no word has. */
function isWritten(value: string): boolean {
  if (!isGiven(value) || value.split(" ").length > 2) return false;
  return /[0-9!@#%^&*+=~?|]/.test(value) && !/^[A-Za-z_$][\w$]*(?:\??\.[\w$]+)+$/.test(value);
}

/** What no commit, no name and no UUID looks like. */
function isRandom(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value) && !/^[0-9a-f]{40}$|^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value);
}

const SHORTEST = 4;
const STANDS_FOR_ONE = /^[<[{$%(=…]|^\*+$|^x+$|^\.+$|^(?:your|my|the|example|some|insert|enter|a|an)[-_ ]/i;
const PLAIN: ReadonlySet<string> = new Set([
  "any",
  "await",
  "boolean",
  "false",
  "none",
  "null",
  "number",
  "object",
  "optional",
  "password",
  "required",
  "string",
  "true",
  "undefined",
  "unknown",
  "void",
]);

function unquoted(value: string): string {
  const quote = /^["']/.exec(value)?.[0];
  if (quote === undefined) return value;
  return value.length > 1 && value.endsWith(quote) ? value.slice(1, -1) : value.slice(1);
}
