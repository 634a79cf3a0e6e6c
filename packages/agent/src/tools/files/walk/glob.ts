/**
 * Patterns of paths: `*`, `?` and `[a-z]` within a name, `**` for any number of folders.
 *
 * The work is at most the product of both lengths, whatever the pattern: nothing is made into a regular expression.
 */

import { matchesSequence } from "@tenon/basis";

export type NameTest = (name: string) => boolean;
export type PathTest = (segments: readonly string[]) => boolean;

/** For paths seen from the folder that is searched. A pattern without a slash fits the name of a file at any depth. */
export function compileGlob(pattern: string): PathTest {
  const tests = alternatives(pattern.replace(/^\.?\//, "")).map((one) =>
    compilePath(one.includes("/") ? one.split("/") : ["**", one]),
  );
  return (segments) => tests.some((test) => test(segments));
}

export function compilePath(pattern: readonly string[]): PathTest {
  const parts = pattern.map((part) => (part === "**" ? ANY_NUMBER : compileName(part)));
  return (segments) => matches(parts, segments);
}

export function compileName(pattern: string): NameTest {
  if (pattern === "*") return () => true;
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  // Most patterns are of this kind, and are asked about every file there is.
  const ending = /^\*([^*?[\\]+)$/.exec(pattern)?.[1];
  if (ending !== undefined) return (name) => name.endsWith(ending);
  const parts = tokens(pattern);
  return (name) => matches(parts, Array.from(name));
}

type Part = typeof ANY_NUMBER | ((item: string) => boolean);

const ANY_NUMBER = Symbol("any number");

function matches(parts: readonly Part[], items: readonly string[]): boolean {
  return matchesSequence(parts, items, {
    isStar: (part) => part === ANY_NUMBER,
    matches: (part, item) => part !== ANY_NUMBER && part(item),
  });
}

function tokens(pattern: string): readonly Part[] {
  const characters = Array.from(pattern);
  const parts: Part[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    const set = character === "[" ? readSet(characters, at) : undefined;
    if (set) {
      parts.push(set.test);
      at = set.end;
    } else if (character === "*") {
      if (parts.at(-1) !== ANY_NUMBER) parts.push(ANY_NUMBER);
    } else if (character === "?") {
      parts.push(() => true);
    } else {
      const literal = character === "\\" ? (characters[(at += 1)] ?? "\\") : character;
      parts.push((item) => item === literal);
    }
  }
  return parts;
}

/** `[a-z_]` or `[!a-z]`; undefined if it does not end, and then it is only a bracket. */
function readSet(characters: readonly string[], start: number) {
  const isNegated = characters[start + 1] === "!" || characters[start + 1] === "^";
  const first = start + (isNegated ? 2 : 1);
  const end = characters.indexOf("]", first + 1); // A bracket that comes first is one of the set.
  if (end === -1) return undefined;
  const ranges: (readonly [string, string])[] = [];
  for (let at = first; at < end; at += 1) {
    const from = characters[at] ?? "";
    const isRange = characters[at + 1] === "-" && at + 2 < end;
    ranges.push([from, (isRange && characters[at + 2]) || from]);
    if (isRange) at += 2;
  }
  const test = (item: string) => ranges.some(([from, to]) => from <= item && item <= to) !== isNegated;
  return { test, end };
}

const MAX_ALTERNATIVES = 100;

/** `*.{ts,tsx}` as `*.ts` and `*.tsx`. */
function alternatives(pattern: string): readonly string[] {
  let found = [pattern];
  for (;;) {
    const expanded = found.flatMap((one) => {
      const braces = /\{([^{}]*,[^{}]*)\}/.exec(one);
      if (!braces) return [one];
      const [whole, inner = ""] = braces;
      const [before, after] = [one.slice(0, braces.index), one.slice(braces.index + whole.length)];
      return inner.split(",").map((part) => before + part + after);
    });
    if (expanded.length === found.length || expanded.length > MAX_ALTERNATIVES) return found;
    found = expanded;
  }
}
