/**
 * `npm run bench [name…]`: measures, each figure against a baseline of the same run, because machines differ and are
 * shared. Fails when a figure is over its limit. `--json` prints one object for scripts. `--record <file>` keeps the ratios,
 * and `--compare <file>` fails when one has grown by more than a quarter since, three times in a row.
 */

import { parseArgs } from "node:util";

import { agentGrowth } from "./agent-growth.ts";
import { agentSessions } from "./agent-sessions.ts";
import { agentStart } from "./agent-start.ts";
import { agentStreaming } from "./agent-streaming.ts";
import { agentTurns } from "./agent-turns.ts";
import type { Bench, Figure } from "./figure.ts";
import { connect } from "./connect.ts";
import { endingProcesses } from "./ending-processes.ts";
import { gatewayFanOut } from "./gateway-fan-out.ts";
import { gatewayIdleSessions } from "./gateway-idle-sessions.ts";
import { gatewayMachines } from "./gateway-machines.ts";
import { hubCalls } from "./hub-calls.ts";
import { hubMemory } from "./hub-memory.ts";
import { hubStart } from "./hub-start.ts";
import { journal } from "./journal.ts";
import { postgresJournal } from "./postgres-journal.ts";
import { postgresStatements } from "./postgres-statements.ts";
import { pageFirstEntry } from "./page-first-entry.ts";
import { type MeasuredFigure, ratioOf, readRatios, recordRatios, slowerThan, stillSlower } from "./recorded-ratios.ts";
import { pageLongTasks } from "./page-long-tasks.ts";
import { pageTyping } from "./page-typing.ts";
import { terminalOutput } from "./terminal-output.ts";
import { timelineFold } from "./timeline-fold.ts";
import { toolSearch } from "./tool-search.ts";
import { toolset } from "./toolset.ts";
import { wrap } from "./wrap.ts";
import { wrapCalls } from "./wrap-calls.ts";

const benches: readonly Bench[] = [
  agentStart,
  agentSessions,
  agentGrowth,
  agentStreaming,
  agentTurns,
  wrap,
  wrapCalls,
  connect,
  endingProcesses,
  hubStart,
  hubCalls,
  toolset,
  toolSearch,
  hubMemory,
  timelineFold,
  journal,
  postgresJournal,
  postgresStatements,
  terminalOutput,
  gatewayFanOut,
  gatewayMachines,
  gatewayIdleSessions,
  pageFirstEntry,
  pageLongTasks,
  pageTyping,
];

const {
  values: { json, record, compare },
  positionals: names,
} = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean" }, record: { type: "string" }, compare: { type: "string" } },
});
// Before minutes are spent.
const recorded = compare === undefined ? {} : readRatios(compare);
const chosen = benches.filter(({ name }) => names.length === 0 || names.includes(name));
if (chosen.length === 0) {
  console.error(
    `There is no bench called ${names.join(", ")}. There are: ${benches.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}

const REPEATS = 2;

const figures = await measure(chosen);
if (json) console.log(JSON.stringify(figures, undefined, 2));
if (record !== undefined) recordRatios(record, figures);
const slower = await stillSlower(slowerThan(recorded, figures), {
  times: REPEATS,
  async again(names) {
    console.error(`\nSlower, so measured again: ${[...names].join(", ")}`);
    return slowerThan(recorded, await measure(chosen.filter(({ name }) => names.has(name))));
  },
});
for (const { sentence } of slower) console.error(`Slower: ${sentence}`);
process.exitCode = slower.length > 0 || figures.some(isOver) ? 1 : 0;

async function measure(these: readonly Bench[]): Promise<readonly MeasuredFigure[]> {
  const measured: MeasuredFigure[] = [];
  for (const bench of these) {
    if (!json) console.log(`\n${bench.name}: ${bench.what}`);
    for await (const figure of bench.run()) {
      measured.push({ ...figure, bench: bench.name });
      if (!json) console.log(line(figure));
    }
  }
  return measured;
}

function isOver(figure: Figure): boolean {
  return ratioOf(figure) > figure.limit;
}

function line(figure: Figure): string {
  const { what, measured, baseline, unit, limit } = figure;
  const ratio = ratioOf(figure);
  const verdict = isOver(figure) ? "over" : "ok";
  return (
    `  ${what}: ${measured.value.toFixed(1)} ${unit} (${measured.name}) against ${baseline.value.toFixed(1)} ${unit} ` +
    `(${baseline.name}): ${ratio.toFixed(2)}×, limit ${limit}×, ${verdict}`
  );
}
