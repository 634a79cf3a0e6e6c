/**
 * Arguments of a tool call, by name. They are matched as the text they are: a rule on an argument does not see through
 * `..` or links in a path; rules on paths do.
 */

import { matchesGlob } from "@tenon/basis";

import { alternatives, type ArgumentPattern, type Condition } from "../rule.ts";
import { defineFacet, type Reading } from "./facet.ts";

type Patterns = NonNullable<Condition["arguments"]>;
type Values = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 32;

export const argumentsFacet = defineFacet<Patterns, Values>({
  patterns: ({ arguments: patterns }) => (patterns ? [patterns] : undefined),
  values: (subject) => (subject.type === "tool-call" ? [subject.arguments ?? {}] : []),
  matches: (patterns, values, reading) =>
    Object.entries(patterns).every(([name, pattern]) => {
      const leaves = Object.hasOwn(values, name) ? leavesOf(values[name]) : [];
      const fits = (leaf: unknown) => (alternatives(pattern) ?? []).some((one) => matchesLeaf(one, leaf, reading));
      return reading === "strict" ? leaves.length > 0 && leaves.every(fits) : leaves.some(fits);
    }),
  covers: (outer, inner) =>
    Object.entries(outer).every(([name, pattern]) => {
      const others = Object.hasOwn(inner, name) ? alternatives(inner[name]) : undefined;
      const isCovered = (other: ArgumentPattern) => (alternatives(pattern) ?? []).some((one) => coversLeaf(one, other));
      return others?.every(isCovered) ?? false;
    }),
});

function matchesLeaf(pattern: ArgumentPattern, leaf: unknown, reading: Reading): boolean {
  if (typeof pattern === "string" && typeof leaf === "string") return matchesGlob(pattern, leaf);
  if (pattern === leaf) return true;
  // Servers take "5" for 5 and "true" for true; a rule that forbids the one must not be escaped with the other.
  return reading === "wide" && isScalar(leaf) && matchesGlob(String(pattern), String(leaf));
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function coversLeaf(outer: ArgumentPattern, inner: ArgumentPattern): boolean {
  return typeof outer === "string" && typeof inner === "string" ? matchesGlob(outer, inner) : outer === inner;
}

/** The texts and numbers inside a value. What is too deep to look at is a leaf that fits nothing. */
function leavesOf(value: unknown, depth = 0): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  if (depth === MAX_DEPTH) return [value];
  return Object.values(value).flatMap((item) => leavesOf(item, depth + 1));
}
