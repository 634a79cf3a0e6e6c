/**
 * Paths, as patterns of segments: `*` stands for any text within a segment, `**` for any number of segments, none
 * included. A pattern that begins with a slash or a drive (`*:` for any) is absolute; any other is seen from the roots.
 *
 * Read strictly, a pattern fits only the real path, in its exact case. Read widely, it also fits the path as it was
 * asked for, and does not care about case, because many file systems do not.
 */

import { posix, win32 } from "node:path";

import { matchesGlob, matchesSequence } from "@tenon/basis";

import { isInside } from "../paths/is-inside.ts";
import { alternatives } from "../rule.ts";
import type { PathSubject } from "../subject.ts";
import { defineFacet, type Reading } from "./facet.ts";

interface PathValue {
  readonly path: string;
  readonly roots: readonly string[];
}

export const pathFacet = defineFacet<string, PathValue>({
  patterns: (when) => alternatives(when.path),
  values: (subject, reading) => (subject.type === "path" ? valuesOf(subject, reading) : []),
  matches(pattern, { path, roots }, reading) {
    const seen = isAbsolutePattern(pattern) ? [withSlashes(path)] : seenFromRoots(path, roots);
    return seen.some((one) => matchesPath(pattern, one, reading));
  },
  covers: (outer, inner) =>
    isAbsolutePattern(outer) === isAbsolutePattern(inner) && matchesSegments(outer.split("/"), inner.split("/")),
});

export function isAbsolutePattern(pattern: string): boolean {
  return /^(\/|[A-Za-z*]:\/)/.test(pattern);
}

function valuesOf({ path, asked, roots }: PathSubject, reading: Reading): readonly PathValue[] {
  const paths = reading === "strict" || asked === undefined ? [path] : [path, asked];
  return paths.map((path) => ({ path, roots }));
}

function seenFromRoots(path: string, roots: readonly string[]): readonly string[] {
  const flavour = isWindowsPath(path) ? win32 : posix;
  return roots
    .filter((root) => isInside(path, root, flavour))
    .map((root) => withSlashes(flavour.relative(root, path), flavour === win32));
}

function matchesPath(pattern: string, path: string, reading: Reading): boolean {
  const [one, other] = reading === "wide" ? [folded(pattern), folded(path)] : [pattern, path];
  return matchesSegments(one.split("/"), other === "" ? [] : other.split("/"));
}

/** As file systems compare that do not care about case: to them `ſ` is an `s`, and `K` (Kelvin) a `k`. */
function folded(text: string): string {
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
