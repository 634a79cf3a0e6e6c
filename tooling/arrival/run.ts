/**
 * `npm run arrival [agent…]`: whether lent MCP servers arrive at agents from npm, by themselves and behind `tenon wrap`.
 *
 * Needs the npm registry and nothing else: no key, no account, no model. docs/arrival.md is written anew.
 *
 * Cells that were run before are not run again, unless `--again` says so; `--red` repeats those that did not arrive, since
 * agents give up early on a busy machine. `--only stdio-2025,crash` chooses rows, `--bare` and `--wrapped` the way, `--slow`
 * adds the rows that wait for minutes, `--json` prints the results, `--folder` says where agents are installed, `--record`
 * where the traffic between client and agent goes.
 */

import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { buildTenon } from "../build-tenon.ts";
import { realAgents } from "../real-agents/agents.ts";
import { installAgent } from "../real-agents/install-agent.ts";
import type { RealAgent } from "../real-agents/real-agent.ts";
import { cases } from "./cases.ts";
import { unexplained } from "./explanations.ts";
import { keepCell, readAllResults, readResults, ways, type KeptCell, type Way } from "./kept-results.ts";
import type { MatrixCase } from "./matrix-case.ts";
import { arrivalPage } from "./page.ts";
import { runCell } from "./run-cell.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: "string", default: join(tmpdir(), "tenon-real-agents") },
    record: { type: "string" },
    only: { type: "string" },
    bare: { type: "boolean", default: false },
    wrapped: { type: "boolean", default: false },
    slow: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    red: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const only = values.only?.split(",");
refuseUnknown(positionals, realAgents, "agent");
refuseUnknown(only ?? [], cases, "row");
await mkdir(values.folder, { recursive: true });
if (values.record !== undefined) await mkdir(values.record, { recursive: true });
const folder = await realpath(values.folder);
const agents = positionals.length === 0 ? realAgents : positionals.flatMap(agentNamed);
const chosenWays = ways.filter((way) => values[way] || (!values.bare && !values.wrapped));
const rows = cases.filter(({ name, isSlow }) => only?.includes(name) ?? (!isSlow || values.slow));
const tenon = chosenWays.includes("wrapped") ? await ownTenon() : "";

const slow: (() => Promise<void>)[] = [];
for (const agent of agents) {
  const program = await installAgent(agent, { folder });
  for (const way of chosenWays) {
    for (const row of rows) {
      if (row.isSlow) slow.push(() => run(agent, program, way, row));
      else await run(agent, program, way, row);
    }
  }
}
// They only wait.
await Promise.all(slow.map((wait) => wait()));

const results = await readAllResults();
await writeFile(fileURLToPath(new URL("../../docs/arrival.md", import.meta.url)), arrivalPage(results));
if (values.json) console.log(JSON.stringify(results, undefined, 2));
const faults = unexplained(results);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

async function run(agent: RealAgent, program: string, way: Way, row: MatrixCase): Promise<void> {
  const known = (await readResults(agent))[way][row.name];
  if (known && !values.again && !(values.red && !known.isArrived)) return;
  const started = performance.now();
  const launch =
    way === "bare"
      ? { command: program, args: agent.args }
      : { command: process.execPath, args: [tenon, "wrap", "--", program, ...agent.args] };
  const transport = way === "bare" ? (agent.lentOver ?? "stdio") : "stdio";
  const { record } = values;
  const keep = (lines: string) => writeFile(join(record ?? "", `${agent.name}-${row.name}-${way}.jsonl`), lines);
  const kept = record === undefined ? undefined : { folder, keep };
  const finding = await runCell({ agent, case: row, transport, programs: dirname(program), kept, ...launch });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const cell: KeptCell = { ...finding, seconds, date: new Date().toISOString().slice(0, 10) };
  await keepCell(agent, way, row.name, cell);
  if (!values.json) console.log(describe(agent, way, row, cell));
}

function describe(
  { name }: RealAgent,
  way: Way,
  row: MatrixCase,
  { isArrived, level, detail, seconds }: KeptCell,
): string {
  return `${isArrived ? "✓" : "✗"} ${name.padEnd(10)} ${way.padEnd(8)} ${row.name.padEnd(12)} ${level.padEnd(10)} ${seconds} s  ${detail}`;
}

/** A copy: builds of later sources remove the one that this run would use for an hour. */
async function ownTenon(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "tenon-arrival-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  await cp(await buildTenon(), copy, { recursive: true });
  return join(copy, "bin", "tenon.mjs");
}

function agentNamed(wanted: string): readonly RealAgent[] {
  return realAgents.filter(({ name }) => name === wanted);
}

function refuseUnknown(names: readonly string[], known: readonly { readonly name: string }[], what: string): void {
  const unknown = names.filter((name) => !known.some((one) => one.name === name));
  if (unknown.length === 0) return;
  console.error(`No such ${what}: ${unknown.join(", ")}. There are ${known.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
