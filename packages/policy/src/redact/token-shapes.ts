/**
 * Tokens that can be recognised by how they begin, as the services that issue them document it.
 *
 * Each pattern takes time in proportion to the text, whatever the text: it starts where its first sign cannot also be
 * the middle of another try, or its repetitions have a bound.
 */

import type { Span } from "./spans.ts";

interface Token {
  /** How it begins, as the source of a pattern. */
  readonly begins: string;
  /** What follows, up to its end. */
  readonly rest: string;
  readonly isToken?: (match: string) => boolean;
  /** Also behind `-` and `_` it is the middle of a name. */
  readonly isApart?: boolean;
}

const LETTERS = "[A-Za-z0-9]";
const WORD = String.raw`[\w-]`;
const HEX = "[0-9a-fA-F]";
const DOTTED = String.raw`[\w.-]`;

/** Names and versions have the same beginnings; what is random has digits in it. */
const hasDigit = (match: string) => /\d/.test(match);
const isMixed = (match: string) => /\d/.test(match) && /[A-Z]/.test(match) && /[a-z]/.test(match);

const TOKENS: readonly Token[] = [
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

// Behind a letter or a digit it is the middle of a word: `task-…` has no `sk-…` in it.
const NOT_INSIDE = "(?<![A-Za-z0-9])";
const APART = String.raw`(?<![\w-])`;
const EACH = TOKENS.map(({ begins, rest, isToken, isApart = false }) => ({
  pattern: new RegExp(`${isApart ? APART : NOT_INSIDE}${begins}${rest}`, "y"),
  isToken,
}));
// A few letters of what follows as well: `pat` alone is in every path.
const ANY = new RegExp(
  `${NOT_INSIDE}(?:${TOKENS.map(({ begins, rest }) => begins + rest.replace(/^(\[.*?\]|\\w)\{.*$/, "$1{8}")).join("|")})`,
);
// No shorter word fits: two letters, and the eight that follow them.
const SHORTEST = 10;
const ANY_BEGINNING = new RegExp(TOKENS.map(({ begins }) => begins).join("|"));

/** An unfinished token is no longer than this: a JWT of a few kilobytes. */
const LONGEST_OPEN = 4_096;
/** By the code of a character: 1 if a token may have it. */
const IN_A_TOKEN = Uint8Array.from({ length: 65_536 }, (_, code) =>
  /[\w.+/=-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const OPEN = new RegExp(`${NOT_INSIDE}(?:${beginnings(false)})[\\w.+/=-]*$`);
// Words begin like these too; one that has a digit in it is hardly a word.
const OPEN_APART = new RegExp(`${APART}(?:${beginnings(true)})(?<rest>[\\w.+/=-]*)$`);

/** False if there is certainly no token. */
export function mayHaveToken(text: string): boolean {
  for (let word = longWord(text, 0); word; word = longWord(text, word.end)) {
    if (ANY.test(text.slice(word.start, word.end))) return true;
  }
  return false;
}

export function findTokens(text: string): readonly Span[] {
  const spans: Span[] = [];
  const any = new RegExp(ANY, "g");
  for (let word = longWord(text, 0); word; word = longWord(text, word.end)) {
    const letters = text.slice(word.start, word.end);
    // One search for all beginnings is many times quicker than one for each.
    for (let hit = any.exec(letters); hit; hit = any.exec(letters)) {
      const { end, isToken } = tokenAt(letters, hit.index);
      if (isToken) spans.push({ start: word.start + hit.index, end: word.start + end });
      any.lastIndex = end;
    }
  }
  return spans;
}

/** The next word that is long enough. It is looked at from its end: so half of the letters need not be looked at. */
function longWord(text: string, from: number): Span | undefined {
  let start = from;
  while (start + SHORTEST <= text.length) {
    let at = start + SHORTEST - 1;
    while (at >= start && IN_A_TOKEN[text.charCodeAt(at)] === 1) at -= 1;
    if (at < start) return { start, end: endOfWord(text, start + SHORTEST) };
    start = at + 1;
  }
  return undefined;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && IN_A_TOKEN[text.charCodeAt(end)] === 1) end += 1;
  return end;
}

/** Behind what only looks like a token the search goes on: to try each of its letters takes time in the square. */
function tokenAt(text: string, start: number): { readonly end: number; readonly isToken: boolean } {
  let end = start + 1;
  for (const { pattern, isToken } of EACH) {
    pattern.lastIndex = start;
    const [match] = pattern.exec(text) ?? [];
    if (match === undefined) continue;
    end = start + match.length;
    if (!isToken || isToken(match)) return { end, isToken: true };
  }
  return { end, isToken: false };
}

/** Where the text ends with the beginning of a token that is not long enough yet; its length if it does not. */
export function openTokenFrom(text: string): number {
  // Only the last word can go on.
  let word = text.length;
  while (word > 0 && text.length - word < LONGEST_OPEN && IN_A_TOKEN[text.charCodeAt(word - 1)] === 1) word -= 1;
  const end = text.slice(word);
  if (!ANY_BEGINNING.test(end)) return text.length;
  const apart = OPEN_APART.exec(end);
  const isApart = apart !== null && hasDigit(apart.groups?.["rest"] ?? "");
  const found = [OPEN.exec(end)?.index, isApart ? apart.index : undefined].filter((index) => index !== undefined);
  return word + Math.min(end.length, ...found);
}

function beginnings(isApart: boolean): string {
  const meant = TOKENS.filter((token) => (token.isApart ?? false) === isApart || token.begins === "sk-");
  return meant.map(({ begins }) => begins).join("|");
}
