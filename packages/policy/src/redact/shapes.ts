/**
 * Secrets that can be told by their shape: tokens with a known beginning, and values that stand behind a name.
 *
 * Each pattern takes time in proportion to the text, whatever the text: it starts where its first sign cannot also be
 * the middle of another try, or its repetitions have a bound.
 */

import { isSecretName, type NamePlace, SECRET_PARTS } from "./secret-names.ts";

export const MARKER = "[redacted]";

const MOST_ROUNDS = 5;
// A value of some megabytes would overflow the stack of the engine that matches patterns.
const LONGEST = 256 * 1024;

export function redactShapes(text: string): string {
  if (!ANY_HINT.test(text)) return text;
  if (text.length <= LONGEST) return redactPiece(text);
  const pieces: string[] = [];
  for (let rest = text; rest !== "";) {
    const piece = rest.slice(0, LONGEST);
    const end = Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf(","));
    // Without a line or an item to end at, it has to be anywhere.
    const length = piece.length < LONGEST || end <= 0 ? piece.length : end;
    pieces.push(redactPiece(rest.slice(0, length)));
    rest = rest.slice(length);
  }
  return pieces.join("");
}

function redactPiece(text: string): string {
  let result = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = result;
    for (const { hint, pattern, replace } of SHAPES) {
      // Looking for a few letters first is many times quicker than trying the pattern everywhere.
      if (hint.test(result)) result = result.replace(pattern, replace);
    }
    // What one pattern takes away can make another fit.
    if (result === before) break;
  }
  return result;
}

interface Shape {
  /** Fits wherever the pattern does. */
  readonly hint: RegExp;
  readonly pattern: RegExp;
  readonly replace: (match: string, ...groups: string[]) => string;
}

const whole = () => MARKER;
const afterStart = (_match: string, start = "") => start + MARKER;
const COLON = String.raw`\s{0,4}:\s{0,4}`;
const ESCAPED = String.raw`\\"`;

const SHAPES: readonly Shape[] = [
  { hint: /eyJ/, pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, replace: whole },
  {
    hint: /sk-/,
    pattern: /(?<![\w-])sk-[\w-]{16,}/g,
    // Models and packages are called sk-something too; a key has digits in it.
    replace: (match) => (/\d/.test(match) ? MARKER : match),
  },
  { hint: /gh[oprsu]_/, pattern: /(?<![A-Za-z0-9])gh[oprsu]_[A-Za-z0-9]{20,}/g, replace: whole },
  { hint: /github_pat_/, pattern: /(?<!\w)github_pat_\w{20,}/g, replace: whole },
  { hint: /glpat-/, pattern: /(?<![\w-])glpat-[\w-]{16,}/g, replace: whole },
  { hint: /xox/, pattern: /(?<![\w-])xox[abeprs]-[\w-]{10,}/g, replace: whole },
  { hint: /A[KS]IA/, pattern: /(?<![A-Z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Z0-9])/g, replace: whole },
  { hint: /AIza/, pattern: /(?<![\w-])AIza[\w-]{35}/g, replace: whole },
  { hint: /npm_/, pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}/g, replace: whole },
  { hint: /hf_/, pattern: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g, replace: whole },
  { hint: /_live_/, pattern: /(?<!\w)(?:[prs]k|whsec)_live_[A-Za-z0-9]{16,}/g, replace: whole },
  // A password may itself have an @ in it.
  { hint: /:\/\//, pattern: /(:\/\/)[^\s/?#"'<>\\]{1,256}@/g, replace: (_match, start) => `${start}${MARKER}@` },
  {
    hint: /authorization/i,
    pattern: /((?:\b|_)authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:[A-Za-z]{3,12}\s{1,4})?)[^\s"',;\\]+/gi,
    replace: afterStart,
  },
  { hint: /bearer/i, pattern: /(\bbearer\s{1,4})[\w.~+/=-]{16,}/gi, replace: afterStart },
  {
    hint: /cookie/i,
    pattern: /(\b(?:set-)?cookie\\?["']?\s{0,4}:\s{0,4}\\?["']?)[^\s"'\\][^\r\n"'\\]*/gi,
    replace: afterStart,
  },
  { hint: /=/, pattern: behindName("[?&;#]", "=", `[^\\s&;"'#<>\\\\]`), replace: ifSecret("parameter") },
  {
    hint: /=/,
    pattern: /(?<![\w.-])()([A-Z][A-Z0-9_]{2,63})(=)(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s"'])+()/g,
    replace: ifSecret("variable"),
  },
  { hint: /":/, pattern: behindName('"', `"${COLON}"`, String.raw`(?:[^"\\]|\\.)`, '"'), replace: ifSecret("field") },
  // JSON within JSON.
  {
    hint: /\\":/,
    pattern: behindName(ESCAPED, ESCAPED + COLON + ESCAPED, String.raw`[^"\\]`, ESCAPED),
    replace: ifSecret("field"),
  },
  { hint: /x-/i, pattern: behindName(String.raw`(?<![\w-])x-`, COLON, `[^\\s"',;]`), replace: ifSecret("field") },
];

const ANY_HINT = new RegExp(SHAPES.map(({ hint }) => hint.source).join("|"), "i");

/** A value behind a name that may be that of a secret. To ask so here is quicker than to ask about every name. */
function behindName(start: string, between: string, character: string, end = ""): RegExp {
  const name = String.raw`(?=[\w.-]{0,60}(?:${SECRET_PARTS}))([\w.-]{1,64})`;
  return new RegExp(`(${start})${name}(${between})${character}+(${end})`, "gi");
}

/** Asks whether it is. */
function ifSecret(place: NamePlace): Shape["replace"] {
  return (match, start = "", name = "", between = "", end = "") =>
    isSecretName(name, place) ? start + name + between + MARKER + end : match;
}
