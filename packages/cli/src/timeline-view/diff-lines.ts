/**
 * A change of a file as a unified diff, short enough to be read.
 */

import type { Diff } from "@agentclientprotocol/sdk";
import { structuredPatch } from "diff";

import { t } from "../messages/t.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import type { Format, Style } from "../terminal/style.ts";
import { clip } from "../terminal/text-width.ts";

// Comparing takes time in the square of what differs; a file of which everything differs must not stop the screen.
const MAX_COMPARISON_MS = 100;
const MAX_TEXT_LENGTH = 1024 * 1024;

export function diffLines(diff: Diff, style: Style): string[] {
  const { path, newText } = diff;
  const oldText = diff.oldText ?? "";
  const isTooLarge = oldText.length + newText.length > MAX_TEXT_LENGTH;
  const patch = isTooLarge
    ? undefined
    : structuredPatch(path, path, oldText, newText, undefined, undefined, {
        context: 3,
        timeout: MAX_COMPARISON_MS,
      });
  const lines = patch?.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const head = style.paint("bold", printableLine(path)) + style.paint("dim", describe(diff, lines));
  const most = style.maxLines * LINES_FOR_A_DIFF;
  const shown = (lines ?? []).slice(0, most);
  const left = (lines?.length ?? 0) - shown.length;
  return [
    head,
    ...shown.map((line) => paintLine(line, style)),
    ...(left > 0 ? [style.paint("dim", t("… {left} more lines of this diff", { left }))] : []),
  ];
}

/** A change needs its surroundings to be understood, a result does not. */
const LINES_FOR_A_DIFF = 5;

function describe({ oldText, newText }: Diff, lines: readonly string[] | undefined): string {
  if (oldText === undefined || oldText === null)
    return `  ${t("new file, {lines} lines", { lines: countLines(newText) })}`;
  if (!lines) return `  ${t("changed, {lines} lines, too large to diff", { lines: countLines(newText) })}`;
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return `  +${count("+")} -${count("-")}`;
}

function countLines(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function paintLine(line: string, { paint, width, maxLines }: Style): string {
  const safe = printable(line).replaceAll("\t", "  ");
  const isCut = width !== undefined && maxLines !== Number.POSITIVE_INFINITY;
  const cut = isCut ? clip(safe, width - INDENTATION) : safe;
  const format = FORMATS[line[0] ?? ""];
  return format ? paint(format, cut) : cut;
}

/** What stands before each line of a tool call's details. */
const INDENTATION = 4;

const FORMATS: Readonly<Record<string, Format>> = { "+": "green", "-": "red", "@": "cyan", "\\": "dim" };
