/** Agents × servers as a table, or as a line for each where the terminal is too narrow for one. */

import { stateText } from "../../../messages/state-text.ts";
import { t } from "../../../messages/t.ts";
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
  const rows = [...new Set(reach.map(({ server }) => server))].map((id) => {
    const server = servers.find((one) => one.id === id);
    return [
      server ? t("{name} ({program})", { name: printableLine(server.name), program: server.title }) : id,
      ...agents.map((agent) => cell(reach.find((one) => one.agent === agent && one.server === id))),
    ];
  });
  const table = [["", ...agents], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => textWidth(row[column] ?? ""))));
  const width = widths.reduce((sum, one) => sum + one + 2, 2);
  const title = style.paint(
    "bold",
    isSplit(reach) ? t("How far each server gets: directly / through tenon wrap") : t("How far each server gets"),
  );
  if (width <= (style.width ?? PIPE_WIDTH)) {
    const lines = textTable(table, { width: PIPE_WIDTH * 2 })
      .trimEnd()
      .split("\n");
    return [title, ...lines.map((line) => `  ${line}`)].join("\n");
  }
  const lines = reach.map((one) => `  ${one.agent} ← ${one.server}: ${cell(one)}`);
  return [title, ...lines.flatMap((line) => wrapLine(line, style.width ?? PIPE_WIDTH))].join("\n");
}

function isSplit(reach: readonly Reach[]): boolean {
  return reach.some((one) => cell(one).includes(" / "));
}

function cell(reach: Reach | undefined): string {
  if (!reach) return "–";
  const { bare, wrapped } = reach;
  const [own, through] = [progressText(bare), wrapped && progressText(wrapped)];
  // What was tried is shown also where it is the same.
  const isTried = wrapped?.proof.endsWith("model") ?? false;
  return through === undefined || (through === own && !isTried) ? own : `${own} / ${through}`;
}

function progressText({ reached, stop }: Progress): string {
  return stop === undefined
    ? stateText(reached)
    : t("{state} ({stop})", { state: stateText(reached), stop: stateText(stop) });
}
