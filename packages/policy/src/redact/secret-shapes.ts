/**
 * What secrets look like: the table that the redactor works by.
 *
 * - Tokens are recognised by how they begin, as the services that issue them document it.
 * - Named values stand behind the name of a secret, in the notations of headers, JSON, YAML, ini files, variables,
 *   command lines and URLs.
 * - Unnamed values are secrets wherever their pattern matches.
 *
 * Each pattern takes time in proportion to the text, whatever the text: it starts where its first character cannot also
 * be the middle of another attempt, or its repetitions are bounded.
 */

import { type NameContext, SECRET_PARTS } from "./secret-names.ts";
import { isGiven, isNoCode, isRandom, isWritten } from "./written-value.ts";

export interface TokenShape {
  /** How it begins, as the source of a pattern. */
  readonly begins: string;
  /** What follows, up to its end. */
  readonly rest: string;
  readonly isToken?: (match: string) => boolean;
  /** Also behind `-` and `_` it is the middle of a name. */
  readonly isApart?: boolean;
}

export interface ValueShape {
  /** The value is in the group `value`, behind everything else that matches. */
  readonly pattern: RegExp;
  readonly isValue?: (value: string) => boolean;
  /** Matches at the end of a text that breaks off within the value. */
  readonly open?: RegExp;
}

/** The pattern matches from the end of the name in the group `name`. */
export interface NamedShape extends ValueShape {
  /** The characters that may follow the name. */
  readonly next: string;
  readonly context: NameContext;
}

export interface UnnamedShape extends ValueShape {
  /** In lower case: what every text contains in which the pattern matches. */
  readonly hint: string;
}

const LETTERS = "[A-Za-z0-9]";
const WORD = String.raw`[\w-]`;
const HEX = "[0-9a-fA-F]";
const DOTTED = String.raw`[\w.-]`;

/** Names and versions have the same beginnings; what is random has digits in it. */
export const hasDigit = (match: string): boolean => /\d/.test(match);
const isMixed = (match: string) => /\d/.test(match) && /[A-Z]/.test(match) && /[a-z]/.test(match);

export const TOKENS: readonly TokenShape[] = [
  { isApart: true, begins: "eyJ", rest: String.raw`${WORD}{8,}\.${WORD}{8,}\.${DOTTED}*` },
  { isApart: true, begins: "sk-", rest: `${WORD}{16,}`, isToken: hasDigit },
  { begins: "gh[oprsu]_", rest: `${LETTERS}{20,}` },
  { begins: "github_pat_", rest: String.raw`\w{20,}` },
  { begins: "gl(?:pat|ptt|dt|rt|cbt|oas|soat|ft|imt|agent)-", rest: `${WORD}{16,}`, isToken: hasDigit },
  { begins: "xox[abeprs]-", rest: `${WORD}{10,}` },
  { begins: "xapp-", rest: `${WORD}{20,}`, isToken: hasDigit },
  { begins: "xoxe\\.", rest: `${DOTTED}{20,}` },
  { begins: "A[KS]IA", rest: `[A-Z0-9]{16}(?![A-Z0-9])` },
  { begins: "AIza", rest: `${WORD}{35}` },
  { begins: "ya29\\.", rest: `${DOTTED}{20,}` },
  { begins: "1//0", rest: `${WORD}{24,}`, isToken: isMixed },
  { begins: "GOCSPX-", rest: `${WORD}{20,}` },
  { begins: "npm_", rest: `${LETTERS}{36}` },
  { isApart: true, begins: "hf_", rest: `${LETTERS}{30,}` },
  { begins: "[prs]k_(?:live|test)_", rest: `${LETTERS}{16,}` },
  { begins: "whsec_", rest: `[A-Za-z0-9+/_]{24,}=*` },
  { begins: "SG\\.", rest: String.raw`${WORD}{16,64}\.${WORD}{16,}` },
  { isApart: true, begins: "key-", rest: `${HEX}{32}(?!${WORD})` },
  { isApart: true, begins: "SK", rest: `[0-9a-f]{32}(?!${WORD})` },
  { begins: "do[oprt]_v1_", rest: `${HEX}{40,}` },
  { begins: "shp(?:at|ca|pa|ss)_", rest: `${HEX}{32}` },
  { begins: "lin_(?:api|oauth)_", rest: `${LETTERS}{32,}` },
  { isApart: true, begins: "(?:secret|ntn)_", rest: `${LETTERS}{40,}`, isToken: isMixed },
  { begins: "fig[dorp]_", rest: `${WORD}{20,}`, isToken: hasDigit },
  { isApart: true, begins: "pat", rest: String.raw`${LETTERS}{14}\.[0-9a-f]{64}` },
  { begins: "AT[AC]TT3", rest: `[\\w=-]{40,}` },
  { isApart: true, begins: "dapi", rest: `[0-9a-f]{32}` },
  { begins: "dp\\.(?:pt|st|ct|sa|scim|audit)\\.", rest: `${DOTTED}{40,}` },
  { begins: "hv[sbr]\\.", rest: `${WORD}{20,}` },
  { begins: "pul-", rest: `[0-9a-f]{40}` },
  { begins: "pypi-", rest: `${WORD}{50,}` },
  { begins: "rubygems_", rest: `[0-9a-f]{48}` },
  { isApart: true, begins: "cio", rest: `${LETTERS}{32}(?!${WORD})`, isToken: isMixed },
  { begins: "dckr_(?:pat|oat)_", rest: `${WORD}{20,}` },
  { begins: "gl(?:sa|c)_", rest: `\\w{32,}=*` },
  { begins: "NRAK-", rest: `[A-Z0-9]{27}` },
  { begins: "sntry[su]_", rest: `[\\w+/=-]{40,}` },
  { begins: "ph[xs]_", rest: `${LETTERS}{32,}` },
  { begins: "sbp_", rest: `[0-9a-f]{40}` },
  { begins: "sb_secret_", rest: `${WORD}{20,}` },
  { begins: "pscale_(?:tkn|pw|oauth)_", rest: `${DOTTED}{30,}` },
  { begins: "fm[12][a-z]?_", rest: `[\\w+/=-]{60,}` },
  { begins: "HRKU-", rest: `${WORD}{30,}` },
  { begins: "sq0(?:atp|csp|idp)-", rest: `${WORD}{22,}` },
  { isApart: true, begins: "EAA", rest: `${LETTERS}{80,}` },
  { begins: "AGE-SECRET-KEY-1", rest: `[A-Z0-9]{50,}` },
  { begins: "gsk_", rest: `${LETTERS}{40,}` },
  { begins: "xai-", rest: `${LETTERS}{60,}` },
  { isApart: true, begins: "r8_", rest: `${LETTERS}{30,}` },
  { begins: "pplx-", rest: `${LETTERS}{40,}` },
  { begins: "tvly-", rest: `${WORD}{20,}`, isToken: hasDigit },
  { isApart: true, begins: "fc-", rest: `[0-9a-f]{32}(?!${WORD})` },
  { begins: "nfp_", rest: `${LETTERS}{36}` },
  { begins: "PMAK-", rest: `${HEX}{24}-${HEX}{34}` },
  { begins: "bk[a-z]{2}_", rest: `[0-9a-f]{40}` },
  { begins: "CCIP(?:AT|RJ)_", rest: `\\w{40,}` },
  { begins: "tskey-", rest: `${WORD}{20,}`, isToken: hasDigit },
  { begins: "dt0[a-z]\\d\\d\\.", rest: String.raw`[A-Z0-9]{24}\.[A-Z0-9]{64}` },
  { isApart: true, begins: "LTAI", rest: `${LETTERS}{16,20}(?!${WORD})`, isToken: hasDigit },
  { begins: "AKC[a-z0-9]", rest: `${LETTERS}{60,}` },
];

const NAME = String.raw`(?<name>[\w.-]{1,64})`;
const COLON = String.raw`\s{0,4}:\s{0,4}`;
const ESCAPED = String.raw`\\"`;
/** A text that is cut off has no second quote. */
const QUOTED = String.raw`"[^"\r\n]{1,1024}(?:"|$)|'[^'\r\n]{1,1024}(?:'|$)`;
/** At the beginning of a line. */
const LINE_START = String.raw`^[ \t]{0,64}(?:- |export |const |let |var |set )?`;
const ASSIGNED = String.raw`[ \t]{0,32}(?::=|[:=])[ \t]{0,32}`;
const FLAGGED = String.raw`(?:=|[ \t]{1,4}|\\?["'],[ \t]{0,4}\\?["'])`;
const HINTED = String.raw`(?=[\w.-]{0,60}(?:${SECRET_PARTS}))${NAME}`;

export const NAMED_VALUES: readonly NamedShape[] = [
  {
    next: "=",
    pattern: new RegExp(`(?<=[?&;#]${NAME})=(?<value>[^\\s&;"'#<>\\\\]+)`, "iy"),
    context: "parameter",
    isValue: isNoCode,
  },
  {
    next: "=",
    pattern:
      /(?<=(?<![\w.-])(?<name>[A-Z][A-Z0-9_]{2,63}))=(?<value>(?:"[^"\r\n]*(?:"|$)|'[^'\r\n]*(?:'|$)|[^\s"'])+)/y,
    context: "variable",
  },
  {
    next: '"',
    pattern: new RegExp(String.raw`(?<="${NAME})"${COLON}"(?<value>(?:[^"\\]|\\.)+)(?:"|\\?$)`, "iy"),
    context: "field",
  },
  // JSON within JSON.
  {
    next: "\\",
    pattern: new RegExp(
      String.raw`(?<=${ESCAPED}${NAME})${ESCAPED}${COLON}${ESCAPED}(?<value>[^"\\]+)(?:${ESCAPED}|\\?$)`,
      "iy",
    ),
    context: "field",
  },
  {
    next: ": \t\r\n",
    pattern: new RegExp(String.raw`(?=${COLON})(?<=(?<![\w-])x-${NAME})${COLON}(?<value>[^\s"',;]+)`, "iy"),
    context: "field",
  },
  // A line of YAML, of an ini file, or of a program.
  {
    next: ":= \t",
    pattern: new RegExp(
      String.raw`(?=${ASSIGNED})(?<=${LINE_START}${NAME})${ASSIGNED}(?<value>${QUOTED}|[^\s"'#,;(){}[\]<>$\x60]{1,1024}(?=[ \t]*(?:[;,]?[ \t]*(?:[#;].*)?)(?:\r|\n|$)))`,
      "imy",
    ),
    context: "line",
    isValue: isWritten,
    open: new RegExp(String.raw`${LINE_START}${HINTED}${ASSIGNED}(?<value>["']?[^\s"'#,;(){}[\]<>$\x60]{1,256})$`, "i"),
  },
  // A flag of a command line, in one word or in two, also as items of an array.
  {
    next: "= \t\\\"'",
    pattern: new RegExp(
      String.raw`(?<=(?<![\w-])--?${NAME})${FLAGGED}(?<value>${QUOTED}|[^\s"'\\-][^\s"'\\]{0,1023})`,
      "iy",
    ),
    context: "line",
    isValue: isGiven,
    open: new RegExp(String.raw`(?<![\w-])--?${HINTED}${FLAGGED}(?<value>["']?[^\s"'\\-][^\s"'\\]{0,256})$`, "i"),
  },
];

export const UNNAMED_VALUES: readonly UnnamedShape[] = [
  // A password may itself have an @ in it.
  {
    hint: "://",
    pattern: /:\/\/(?<value>[^\s/?#"'<>\\]{1,256})@/g,
    open: /:\/\/[^\s/?#"'<>\\:@]{0,128}:(?<value>[^\s/?#"'<>\\]{1,256})$/,
  },
  {
    hint: "authorization",
    pattern:
      /(?:\b|_)authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:[A-Za-z]{3,12}\s{1,4})?(?<value>[^\s"',;\\]+)/gi,
    isValue: isNoCode,
  },
  {
    hint: "bearer",
    pattern: /\bbearer\s{1,4}(?<value>[\w.~+/=-]{16,})/gi,
    open: /\bbearer\s{1,4}(?<value>[\w.~+/=-]{1,})$/i,
  },
  {
    hint: "cookie",
    pattern: /\b(?:set-)?cookie\\?["']?\s{0,4}:\s{0,4}\\?["']?(?<value>[^\s"'\\][^\r\n"'\\]*)/gi,
    isValue: isNoCode,
  },
  // Keys of storage accounts and queues.
  {
    hint: "key=",
    pattern: /(?:AccountKey|SharedAccessKey)=(?<value>[\w+/=-]{20,})/gi,
    open: /(?:AccountKey|SharedAccessKey)=(?<value>[\w+/=-]{1,256})$/i,
  },
  // Addresses whose path is the secret.
  {
    hint: "hooks.slack",
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(?<value>[\w/-]{16,})/g,
  },
  {
    hint: "/webhook",
    pattern: /\/(?:api\/)?webhooks?\/(?:\d{6,}\/)?(?<value>[\w-]{24,})/gi,
    isValue: isRandom,
    open: /(?:\/webhooks?|hooks\.slack\.com|webhook\.office\.com)\/(?<value>[\w@/-]{1,256})$/i,
  },
  { hint: "webhook.office", pattern: /webhook\.office\.com\/webhookb2\/(?<value>[\w@/-]{20,})/g },
  {
    hint: ":aa",
    pattern: /(?<![\w:])(?:bot)?\d{8,10}:(?<value>AA[\w-]{30,})/g,
    open: /(?<![\w:])(?:bot)?\d{8,10}:(?<value>A[\w-]{0,64})$/,
  },
  {
    hint: "://",
    pattern:
      /\/(?:token|tokens|key|keys|apikey|secret|hook|hooks|auth|t|k)\/(?<=:\/\/[^\s"'<>?#]{1,256}\/\w+\/)(?<value>[\w-]{16,})/gi,
    isValue: isRandom,
    open: /\/(?:token|tokens|key|keys|apikey|secret|hook|hooks|auth|t|k)\/(?<value>[\w-]{1,256})$/i,
  },
];

/** The source of a pattern that matches wherever there may be a named or an unnamed value. */
export const VALUE_HINT = String.raw`${SECRET_PARTS}|bearer|:\/\/|webhook|hooks\.slack|\d:AA|\/[tk]\/|hook`;
