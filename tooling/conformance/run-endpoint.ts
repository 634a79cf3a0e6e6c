/**
 * The suite's server scenarios against the hub's endpoint, each in every revision that has it.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { conformance } from "./suite.ts";

/** What the endpoint does not do, and why. */
const LEFT_OUT: readonly (readonly [scenarios: RegExp, why: string])[] = [
  [
    /^(tools-call-(sampling|elicitation)|elicitation-|input-required-)/,
    "the session's client is asked, and not the agent",
  ],
  [/^server-stateless$/, "two of its checks need a tool that asks the agent; the rest passes"],
  [/^resources-(un)?subscribe$/, "it offers no subscriptions to single resources"],
  [/^tasks-/, "an extension that it does not offer: long calls have handles"],
  [/^sep-2640-skills-/, "the skills are those of its servers, and the server behind it has none"],
];

export async function runEndpoint(
  names: readonly string[],
  revisions: readonly string[],
): Promise<{ readonly passed: number; readonly total: number }> {
  const server = spawn(process.execPath, ["--conditions=tenon:source", programPath()], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = (await once(server.stdout, "data")) as [Buffer];
  try {
    let passed = 0;
    const runs = (await serverScenarios(revisions)).filter(({ name }) => names.length === 0 || names.includes(name));
    for (const { name, revision } of runs) {
      const args = ["server", "--url", address.toString().trim(), "--scenario", name, "--spec-version", revision];
      const { code, output } = await conformance(args);
      const checks = Number(/^Passed: (\d+)/m.exec(output)?.[1] ?? 0);
      const isPassed = code === 0 && checks > 0;
      console.log(`${isPassed ? "✓" : "✗"} endpoint: ${name} (${revision}): ${checks} checks`);
      if (isPassed) passed += 1;
      else console.log(output.trimEnd().replaceAll(/^/gm, "    "));
    }
    return { passed, total: runs.length };
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

async function serverScenarios(revisions: readonly string[]) {
  const { output } = await conformance(["list"]);
  const servers = output.split("Server scenarios")[1]?.split("Client scenarios")[0] ?? "";
  return [...servers.matchAll(/^ +- (\S+) \[(.*)\]$/gm)].flatMap(([, name = "", has = ""]) =>
    LEFT_OUT.some(([scenarios]) => scenarios.test(name))
      ? []
      : revisions.filter((revision) => has.split(",").includes(revision)).map((revision) => ({ name, revision })),
  );
}

function programPath(): string {
  return fileURLToPath(new URL("./endpoint-server.ts", import.meta.url));
}
