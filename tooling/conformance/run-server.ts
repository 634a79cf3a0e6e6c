/**
 * The suite's server scenarios against one server, each in every revision that has it. An extension is of no revision: its
 * scenarios run in the newest.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { conformance } from "./suite.ts";

export interface ServerProgram {
  readonly name: string;
  /** Prints the address that it serves. */
  readonly script: string;
  /** What it does not do, and why. */
  readonly leftOut: readonly (readonly [scenarios: RegExp, why: string])[];
}

interface Run {
  readonly scenario: string;
  readonly revision: string | undefined;
}

export async function runServer(
  { name, script, leftOut }: ServerProgram,
  names: readonly string[],
  revisions: readonly string[],
): Promise<{ readonly passed: number; readonly total: number }> {
  const program = fileURLToPath(new URL(script, import.meta.url));
  const server = spawn(process.execPath, ["--conditions=tenon:source", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = (await once(server.stdout, "data")) as [Buffer];
  const url = address.toString().trim();
  try {
    let passed = 0;
    const runs = (await serverScenarios(revisions)).filter(
      ({ scenario }) =>
        (names.length === 0 || names.includes(scenario)) && !leftOut.some(([left]) => left.test(scenario)),
    );
    for (const run of runs) if (await isPassed(name, url, run)) passed += 1;
    return { passed, total: runs.length };
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

async function isPassed(name: string, url: string, { scenario, revision }: Run): Promise<boolean> {
  const version = revision === undefined ? [] : ["--spec-version", revision];
  const { code, output } = await conformance(["server", "--url", url, "--scenario", scenario, ...version]);
  const checks = Number(/^Passed: (\d+)/m.exec(output)?.[1] ?? 0);
  const isPassed = code === 0 && checks > 0;
  console.log(`${isPassed ? "✓" : "✗"} ${name}: ${scenario} (${revision ?? "extension"}): ${checks} checks`);
  if (!isPassed) console.log(output.trimEnd().replaceAll(/^/gm, "    "));
  return isPassed;
}

async function serverScenarios(revisions: readonly string[]): Promise<readonly Run[]> {
  const { output } = await conformance(["list"]);
  const servers = output.split("Server scenarios")[1]?.split("Client scenarios")[0] ?? "";
  return [...servers.matchAll(/^ +- (\S+) \[(.*)\]$/gm)].flatMap(([, scenario = "", has = ""]): Run[] =>
    has === "extension"
      ? [{ scenario, revision: undefined }]
      : revisions.filter((revision) => has.split(",").includes(revision)).map((revision) => ({ scenario, revision })),
  );
}
