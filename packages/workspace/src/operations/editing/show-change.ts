/**
 * A change of a file as a client shows it: the diff, and where it begins.
 */

import type { WorkspacePath } from "../../session/workspace.ts";
import type { ShownDiff, ShownLocation } from "../operation.ts";
import { firstDifferentLine } from "./lines.ts";

interface ShownChange {
  readonly content: readonly [ShownDiff];
  readonly locations: readonly [ShownLocation];
}

// A longer text goes over the wire several times for a change of one line.
const MAX_CHARACTERS = 200_000;
const CONTEXT_LINES = 50;

/** `oldText` is null only for a file that was not there [R87, L-05]. */
export function showChange({ clientPath: path }: WorkspacePath, oldText: string | null, newText: string): ShownChange {
  const line = oldText === null ? 1 : firstDifferentLine(newText, oldText);
  const isLong = oldText !== null && oldText.length + newText.length > MAX_CHARACTERS;
  const texts = isLong ? changedPart(oldText, newText) : { oldText, newText };
  return { content: [{ type: "diff", path, ...texts }], locations: [{ path, line }] };
}

/** Whole lines: the changed ones, and some around them. */
function changedPart(oldText: string, newText: string) {
  const [before, after] = [oldText.split(/(?<=\n)/), newText.split(/(?<=\n)/)];
  const atStart = sameLines(before, after);
  const atEnd = sameLines(before.slice(atStart).toReversed(), after.slice(atStart).toReversed());
  const part = (lines: readonly string[]) =>
    lines.slice(Math.max(0, atStart - CONTEXT_LINES), lines.length - Math.max(0, atEnd - CONTEXT_LINES)).join("");
  return { oldText: part(before), newText: part(after) };
}

function sameLines(some: readonly string[], others: readonly string[]): number {
  const different = some.findIndex((line, index) => line !== others[index]);
  return different === -1 ? Math.min(some.length, others.length) : different;
}
