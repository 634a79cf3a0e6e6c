/**
 * `npm run side-by-side [agent…]`: Tenon as it is installed beside other agents, on the same scripted model and the same MCP
 * server, in one run, with the goals for Tenon and its floor (the libraries that it stands on, and nothing else). Without names:
 * Tenon and the agents that `npm run real-agents` has installed; an agent that is named is installed first. `--folder` says
 * where, `--row` takes only the rows with this name, `--limit` is how many seconds an agent may take for a row, `--json`
 * prints one object.
 */

import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { realAgents } from "../../tooling/real-agents/agents.ts";
import { installAgent, isInstalled } from "../../tooling/real-agents/install-agent.ts";
import { installTenon } from "../install-tenon.ts";
import { bundleFloor } from "./bundle-floor.ts";
import { floorPeer, type Peer, realPeer, tenonPeer } from "./peer.ts";
import { goals } from "./goals.ts";
import { type Bench, type Measured, rows } from "./rows.ts";
import { startScriptedModel } from "./scripted-model.ts";

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean" },
    folder: { type: "string", default: join(tmpdir(), "tenon-real-agents") },
    row: { type: "string", multiple: true },
    limit: { type: "string", default: "180" },
  },
});
const chosen = rows.filter(({ name }) => options.row?.includes(name) ?? true);
if (chosen.length === 0) {
  console.error(`Unknown row: ${options.row?.join(", ")}. Known: ${rows.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const known = ["tenon", "floor", ...realAgents.map(({ name }) => name)];
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown agent: ${unknown.join(", ")}. Known: ${known.join(", ")}.`);
  process.exit(2);
}

const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-side-by-side-")));
const table = new Map<string, Record<string, number | string>>();
const columns: string[] = [];
try {
  await using model = await startScriptedModel();
  for (const peer of await peers()) {
    columns.push(peer.name);
    for (const row of chosen) {
      if (!options.json) console.error(`${peer.name}: ${row.name}`);
      record(peer.name, await measure(row, { peer, model }));
    }
  }

  /** One agent that hangs costs the others nothing. */
  async function measure(row: (typeof rows)[number], bench: Omit<Bench, "signal">) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), Number(options.limit) * 1_000);
    try {
      return await row.measure({ ...bench, signal: limit.signal });
    } catch (error) {
      return { [row.name]: limit.signal.aborted ? `no result after ${options.limit} s` : String(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  async function peers(): Promise<readonly Peer[]> {
    const found: Peer[] = [];
    if (names.length === 0 || names.includes("tenon"))
      found.push(tenonPeer(await installTenon(join(folder, "installed")), await home("tenon/project"), model));
    // Cheap, and without it a figure of ours says little.
    if (found.length > 0 || names.includes("floor"))
      found.push(floorPeer(await bundleFloor(join(folder, "bundled")), await home("floor/project"), model));
    for (const agent of realAgents) {
      const isWanted = names.includes(agent.name);
      if (!isWanted && (names.length > 0 || !isInstalled(agent, { folder: options.folder }))) continue;
      const program = await installAgent(agent, { folder: options.folder });
      found.push(await realPeer(agent, program, await home(agent.name), model));
    }
    return found;
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
if (options.json) console.log(JSON.stringify(Object.fromEntries(table), undefined, 2));
else print();

async function home(name: string): Promise<string> {
  await mkdir(join(folder, name), { recursive: true });
  return join(folder, name);
}

function record(peer: string, measured: Measured | Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(measured)) {
    table.set(name, { ...table.get(name), [peer]: typeof value === "number" ? Math.round(value * 10) / 10 : value });
  }
}

function print(): void {
  const ours = Object.fromEntries([...table].map(([name, values]) => [name, Number(values["tenon"])]));
  const hasOurs = columns.includes("tenon");
  const head = ["", ...(hasOurs ? ["goal", ""] : []), ...columns];
  const cells = [...table].map(([name, values]) => [
    name,
    ...(hasOurs ? verdictOn(name, ours) : []),
    ...columns.map((column) => `${values[column] ?? ""}`),
  ]);
  for (const row of [head, head.map(() => "---"), ...cells]) console.log(`| ${row.join(" | ")} |`);
}

/** The goal, and whether we have reached it. */
function verdictOn(name: string, measured: Measured): readonly string[] {
  const goal = goals[name]?.(measured);
  if (goal === undefined) return ["", ""];
  return [`≤ ${Math.round(goal * 10) / 10}`, (measured[name] ?? Number.NaN) <= goal ? "pass" : "fail"];
}
