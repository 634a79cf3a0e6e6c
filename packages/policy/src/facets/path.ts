/**
 * Paths, as patterns of segments: `*` stands for any text within a segment, `**` for any number of segments, none
 * included. A pattern that begins with a slash or a drive (`*:` for any) is absolute; any other is relative to a root.
 *
 * Read strictly, a pattern fits only the real path, in its exact case. Read widely, it also fits the path as it was
 * asked for, and ignores case, because many file systems do.
 */

import { posix, win32 } from "node:path";

import { matchesGlob, matchesSequence } from "@tenon/basis";

import { isInside } from "../paths/is-inside.ts";
import { alternatives, type Condition } from "../rule.ts";
import type { PathSubject } from "../subject.ts";
import { defineFacet, type Reading } from "./facet.ts";

interface Segments {
  readonly list: readonly string[];
  /** The same without wildcards: a path that lacks one of a pattern's names cannot match it. */
  readonly names: ReadonlySet<string>;
}

interface PathPattern {
  readonly isAbsolute: boolean;
  readonly exact: Segments;
  readonly folded: Segments;
}

interface PathValue {
  readonly absolute: Segments;
  readonly fromRoots: readonly Segments[];
}

export const pathFacet = defineFacet<PathPattern, PathValue>({
  patterns: patternsOf,
  values: (subject, reading) => (subject.type === "path" ? valuesOf(subject, reading) : []),
  matches(pattern, { absolute, fromRoots }, reading) {
    const segments = reading === "wide" ? pattern.folded : pattern.exact;
    const paths = pattern.isAbsolute ? [absolute] : fromRoots;
    return paths.some((path) => hasAll(path, segments) && matchesSegments(segments.list, path.list));
  },
  covers: (outer, inner) =>
    outer.isAbsolute === inner.isAbsolute && matchesSegments(outer.exact.list, inner.exact.list),
});

export function isAbsolutePattern(pattern: string): boolean {
  return /^(\/|[A-Za-z*]:\/)/.test(pattern);
}

// The floor has hundreds of patterns, and a command is asked about each of its words.
const read = new WeakMap<Condition, readonly PathPattern[] | undefined>();

function patternsOf(when: Condition): readonly PathPattern[] | undefined {
  if (!read.has(when)) read.set(when, alternatives(when.path)?.map(readPattern));
  return read.get(when);
}

function readPattern(pattern: string): PathPattern {
  return {
    isAbsolute: isAbsolutePattern(pattern),
    exact: segmentsOf(pattern.split("/")),
    folded: segmentsOf(foldCase(pattern).split("/")),
  };
}

/** Split and folded once for all patterns: a command can name paths of many kilobytes. */
function valuesOf({ path, asked, roots }: PathSubject, reading: Reading): readonly PathValue[] {
  const paths = reading === "strict" || asked === undefined || asked === path ? [path] : [path, asked];
  const split = (text: string) => {
    const compared = reading === "wide" ? foldCase(text) : text;
    return segmentsOf(compared === "" ? [] : compared.split("/"));
  };
  return paths.map((path) => ({
    absolute: split(withSlashes(path)),
    fromRoots: seenFromRoots(path, roots).map(split),
  }));
}

function segmentsOf(list: readonly string[]): Segments {
  return { list, names: new Set(list.filter((segment) => !segment.includes("*"))) };
}

function hasAll(path: Segments, pattern: Segments): boolean {
  for (const name of pattern.names) if (!path.names.has(name)) return false;
  return true;
}

function seenFromRoots(path: string, roots: readonly string[]): readonly string[] {
  const flavour = isWindowsPath(path) ? win32 : posix;
  return roots
    .filter((root) => isInside(path, root, flavour))
    .map((root) => withSlashes(flavour.relative(root, path), flavour === win32));
}

/** As case-insensitive file systems compare: to them `ſ` is an `s`, and `K` (Kelvin) a `k`. */
function foldCase(text: string): string {
  return text.normalize("NFC").toUpperCase().toLowerCase();
}

function matchesSegments(pattern: readonly string[], segments: readonly string[]): boolean {
  return matchesSequence(pattern, segments, {
    isStar: (one) => one === "**",
    // When patterns are compared, the segment may be a `**`, and that is more than one `*` can cover.
    matches: (one, segment) => segment !== "**" && matchesGlob(one, segment),
  });
}

function isWindowsPath(path: string): boolean {
  return /^([A-Za-z]:[\\/]|\\\\)/.test(path);
}

function withSlashes(path: string, isWindows = isWindowsPath(path)): string {
  return isWindows ? path.replaceAll("\\", "/") : path;
}
