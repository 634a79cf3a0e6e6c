/** Agents × servers as a table, or as a line for each where the terminal is too narrow for one. */

import { printableLine } from "../../../terminal/printable.ts";
import type { Style } from "../../../terminal/style.ts";
import { textTable } from "../../../terminal/text-table.ts";
import { textWidth } from "../../../terminal/text-width.ts";
import { wrapLine } from "../../../terminal/wrap-line.ts";
import type { Progress, Reach } from "../findings/reach.ts";
import type { Report } from "./report.ts";

const PIPE_WIDTH = 200;

export function reachTable({ reach, servers }: Report, { style }: { readonly style: Style }): string {
  const agents = [...new Set(reach.map(({ agent }) => agent))];
  if (agents.length === 0) return "";
  const rows = servers
    .filter(({ id }) => reach.some(({ server }) => server === id))
    .map(({ id, name, title }) => [
      `${printableLine(name)} (${title})`,
      ...agents.map((agent) => cell(reach.find((one) => one.agent === agent && one.server === id))),
    ]);
  const table = [["", ...agents], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => textWidth(row[column] ?? ""))));
  const width = widths.reduce((sum, one) => sum + one + 2, 2);
  const title = style.paint("bold", "How far each server gets");
  if (width <= (style.width ?? PIPE_WIDTH)) {
    const lines = textTable(table, PIPE_WIDTH * 2)
      .trimEnd()
      .split("\n");
    return [title, ...lines.map((line) => `  ${line}`)].join("\n");
  }
  const lines = reach.map(({ agent, server, bare, wrapped }) => {
    return `  ${agent} ← ${server}: ${progressText(bare)}${wrapped ? `; wrapped: ${progressText(wrapped)}` : ""}`;
  });
  return [title, ...lines.flatMap((line) => wrapLine(line, style.width ?? PIPE_WIDTH))].join("\n");
}

function cell(reach: Reach | undefined): string {
  if (!reach) return "–";
  const { bare, wrapped } = reach;
  return wrapped ? `${progressText(bare)} / ${progressText(wrapped)}` : progressText(bare);
}

function progressText({ reached, stop }: Progress): string {
  return stop === undefined ? reached : `${reached} (${stop.replaceAll("_", " ")})`;
}
