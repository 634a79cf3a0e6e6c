/**
 * docs/arrival.md, made from the kept results.
 */

import { cases } from "./cases.ts";
import { explanationOf } from "./explanations.ts";
import { ways, type KeptCell, type KeptResults, type Way } from "./kept-results.ts";
import type { Level } from "./levels.ts";
import { markdownTable } from "./markdown-table.ts";

const HEAD = `# Do tools arrive?

An editor sends its MCP servers to an agent in \`session/new\`. This page shows whether they arrive: real agents from npm in
real processes, a stand-in model that asks for the tool, and servers that record what they receive. \`npm run arrival\` makes
this page. It needs the npm registry and nothing else, and continues where it was interrupted.

Each cell is a new agent in a new home. Where a row does not name a transport the server is lent over stdio; copilot by itself
gets it over HTTP. The client allows every call once. An agent may need a second prompt, as a person would try again.

✓ the tool arrived as the row says · ✗ it did not, for the reason below · – not run`;

const STEPS: Readonly<Record<Level, string>> = {
  refused: "not sent",
  declared: "sent, but the agent does not connect to the server",
  connected: "the agent connects to the server, but does not list its tools",
  listed: "the agent lists the tools, but no request to the model names this one",
  named: "the model gets the tool's name, but no definition",
  defined: "the model gets the tool, but the server receives no call",
  called: "the server receives the call, but the result is in no request to the model",
  returned: "the result is in a request to the model",
};

const TITLES: Readonly<Record<Way, string>> = {
  bare: "The agent by itself",
  wrapped: "The same agent behind `tenon wrap`",
};

export function arrivalPage(results: readonly KeptResults[]): string {
  const shown = ways.filter((way) => results.some((result) => Object.keys(result[way]).length > 0));
  const parts = [HEAD, rowsPart(), agentsPart(results), ...shown.flatMap((way) => wayParts(way, results))];
  return `${parts.join("\n\n")}\n`;
}

function rowsPart(): string {
  const rows = cases.map(({ name, title }) => [`\`${name}\``, title]);
  return `## The rows\n\n${markdownTable(["row", "what is lent, and what counts as arrived"], rows)}`;
}

function agentsPart(results: readonly KeptResults[]): string {
  const rows = results.map((result) => {
    return [result.agent, `\`${result.package}\``, result.version, ...ways.map((way) => datesOf(result[way]))];
  });
  const head = ["agent", "package", "version", "run by itself", "run behind `tenon wrap`"];
  return `## The agents\n\n${markdownTable(head, rows)}`;
}

/** The days on which its cells were run, the first and the last. */
function datesOf(cells: KeptResults[Way]): string {
  const dates = Object.values(cells)
    .map(({ date }) => date)
    .toSorted();
  const [first, last] = [dates.at(0), dates.at(-1)];
  return first === last ? (first ?? "–") : `${first} to ${last}`;
}

function wayParts(way: Way, results: readonly KeptResults[]): readonly string[] {
  const cells = results.flatMap((result) => Object.values(result[way]));
  const arrived = cells.filter(({ isArrived }) => isArrived).length;
  const rows = cases.map(({ name }) => [`\`${name}\``, ...results.map((result) => sign(result[way][name]))]);
  return [
    `## ${TITLES[way]}`,
    `${arrived} of ${cells.length} cells arrived.`,
    markdownTable(["", ...results.map(({ agent }) => agent)], rows),
    ...cases.flatMap(({ name }) => reasons(way, name, results)),
  ];
}

/** The reasons of one row, each with the agents that it is true of. */
function reasons(way: Way, row: string, results: readonly KeptResults[]): readonly string[] {
  const agents = new Map<string, string[]>();
  for (const { agent, ...result } of results) {
    const cell = result[way][row];
    if (!cell || cell.isArrived) continue;
    const reason = reasonOf(cell, explanationOf(way, agent, row));
    agents.set(reason, [...(agents.get(reason) ?? []), agent]);
  }
  const lines = [...agents].map(([reason, names]) => `- ${names.join(", ")}: ${reason}`);
  return lines.length === 0 ? [] : [`\`${row}\``, lines.join("\n")];
}

function reasonOf({ level, detail }: KeptCell, explanation: string | undefined): string {
  const seen = level === "returned" || level === "refused" ? detail : [STEPS[level], detail].filter(Boolean).join("; ");
  return explanation ?? seen;
}

function sign(cell: KeptCell | undefined): string {
  if (!cell) return "–";
  return cell.isArrived ? "✓" : "✗";
}
