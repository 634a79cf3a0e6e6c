/**
 * `npm run conformance [scenario…]`: the official MCP suite against a thin program on the hub.
 *
 * One scenario after another, because the suite's own mode starts all at once, ignores the client's exit code, and counts
 * a client that does nothing as passed: here a scenario has passed when the suite says so, the client ended well, and at
 * least one check succeeded. There is no list of expected failures.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SUITE = "@modelcontextprotocol/conformance";
const CLIENT = `${process.execPath} --conditions=tenon:source ${fileURLToPath(new URL("./hub-client.ts", import.meta.url))}`;
const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

interface Run {
  readonly scenario: string;
  readonly revision?: string;
  readonly isRequired: boolean;
}

const names = process.argv.slice(2);
const runs = (await allRuns()).filter(({ scenario }) => names.length === 0 || names.includes(scenario));
const failed: string[] = [];
let passed = 0;
for (const run of runs) {
  const { ok, checks, output } = await runScenario(run);
  const label = `${run.scenario}${run.revision ? ` (${run.revision})` : ""}${run.isRequired ? "" : ", not required"}`;
  console.log(`${ok ? "✓" : "✗"} ${label}: ${checks} checks`);
  if (ok) passed += 1;
  else {
    failed.push(label);
    console.log(output.trimEnd().replaceAll(/^/gm, "    "));
  }
}
console.log(`${passed} of ${runs.length} scenarios passed`);
process.exitCode = failed.length > 0 ? 1 : 0;

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

async function runScenario({ scenario, revision }: Run) {
  const version = revision ? ["--spec-version", revision] : [];
  const args = ["client", "--command", CLIENT, "--scenario", scenario, ...version, "--timeout", "60000"];
  const { code, output } = await conformance(args);
  const checks = Number(/^Passed: (\d+)/m.exec(output)?.[1] ?? 0);
  return { ok: code === 0 && checks > 0, checks, output };
}

async function conformance(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["tooling/node.mjs", "--bin", SUITE, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return { code: child.exitCode, output };
}
