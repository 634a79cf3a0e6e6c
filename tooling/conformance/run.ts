/**
 * `npm run conformance [hub|agent|endpoint|toolset|transports] [scenario…]`: the official MCP suite against our clients and
 * servers: a thin client on the hub, the whole agent, driven as an editor drives it, the hub's endpoint, and a toolset; and
 * the cases of our own for an ACP agent over every transport.
 *
 * Each scenario is a run of its own, because the suite's own mode starts all at once, ignores the client's exit code, and
 * counts a client that does nothing as passed: here a scenario has passed when the suite says so, the client ended well, and
 * at least one check succeeded. There is no list of expected failures.
 */

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import { runServer } from "./run-server.ts";
import { runTransports } from "./run-transports.ts";
import { servers } from "./servers.ts";
import { conformance, SUITE } from "./suite.ts";

const CLIENTS = ["hub", "agent"] as const;
const PROGRAMS = [...CLIENTS, "endpoint", "toolset", "transports"] as const;
const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
// A run waits more than it works, but most of its waiting has a limit.
const SIDE_BY_SIDE = Math.min(4, availableParallelism());

type Program = (typeof CLIENTS)[number];

interface Run {
  readonly scenario: string;
  readonly revision?: string;
  readonly isRequired: boolean;
}

const words = process.argv.slice(2);
const programs = PROGRAMS.filter((program) => words.includes(program));
const names = words.filter((word) => !PROGRAMS.some((program) => program === word));
const runs = (await allRuns()).filter(({ scenario }) => names.length === 0 || names.includes(scenario));
for (const program of programs.length === 0 ? PROGRAMS : programs) {
  for (const server of servers.filter(({ name }) => name.split(" ")[0] === program)) {
    report(server.name, await runServer(server, names, REVISIONS));
  }
  const client = CLIENTS.find((name) => name === program);
  if (client) report(client, { passed: await runAll(client), total: runs.length });
  if (program === "transports" && names.length === 0) report(program, await runTransports());
}

function report(name: string, { passed, total }: { readonly passed: number; readonly total: number }): void {
  console.log(`${name}: ${passed} of ${total} scenarios passed`);
  if (passed < total) process.exitCode = 1;
}

async function runAll(program: Program): Promise<number> {
  const waiting = [...runs];
  let passed = 0;
  const work = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) {
      const { ok, checks, output } = await runScenario(program, run);
      const revision = run.revision ? ` (${run.revision})` : "";
      console.log(
        `${ok ? "✓" : "✗"} ${program}: ${run.scenario}${revision}${run.isRequired ? "" : ", not required"}: ${checks} checks`,
      );
      if (ok) passed += 1;
      else console.log(output.trimEnd().replaceAll(/^/gm, "    "));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return passed;
}

/** Every required scenario at its revision, and every other one once. */
async function allRuns(): Promise<readonly Run[]> {
  const required = REVISIONS.flatMap((revision) =>
    requiredScenarios(revision).map((scenario): Run => ({ scenario, revision, isRequired: true })),
  );
  const { output } = await conformance(["list"]);
  const clients = output.split("Client scenarios")[1]?.split("Authorization server")[0] ?? "";
  const others = [...clients.matchAll(/^ +- (\S+) \[(.*)\]$/gm)]
    .filter(([, scenario]) => !required.some((run) => run.scenario === scenario))
    .map(([, scenario = ""]): Run => ({ scenario, isRequired: false }));
  return [...required, ...others];
}

function requiredScenarios(revision: string): string[] {
  const file = new URL(`../../node_modules/${SUITE}/requirements/${revision}.yaml`, import.meta.url);
  const section = /^client:\n((?: +.*\n|#.*\n|\n)*)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return [...section.matchAll(/^ +- (\S+)/gm)].map(([, scenario = ""]) => scenario);
}

async function runScenario(program: Program, { scenario, revision }: Run) {
  const version = revision ? ["--spec-version", revision] : [];
  const client = fileURLToPath(new URL(`./${program}-client.ts`, import.meta.url));
  const command = `${process.execPath} --conditions=tenon:source ${client}`;
  const args = ["client", "--command", command, "--scenario", scenario, ...version, "--timeout", "60000"];
  const { code, output } = await conformance(args);
  const checks = Number(/^Passed: (\d+)/m.exec(output)?.[1] ?? 0);
  return { ok: code === 0 && checks > 0, checks, output };
}
