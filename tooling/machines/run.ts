/**
 * `npm run machines`: three `tenon serve` on one Postgres, with sessions, clients, a scripted model and MCP servers that all
 * remember what they received. In each round something goes wrong with one machine. Fails if anything was lost,
 * doubled or reordered, if a tool was called by a machine that does not hold the session, if a session was not taken over in
 * time, or if a process is left. On Linux as root each machine has a host name of its own, so that no other can see that its
 * process is gone.
 */

import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { buildTenon } from "../build-tenon.ts";
import { checkMachines, type CheckOptions } from "./check.ts";
import { openEvidence } from "./evidence.ts";

const HELP = `npm run machines [-- options]

  --rounds <number>    how often something goes wrong (default: 100)
  --minutes <number>   begins no further round after this time (default: 600)
  --sessions <number>  (default: 60)
  --clients <number>   at least one for each session (default: 100)
  --seed <number>      decides what goes wrong when (default: of this moment)
  --faults <pattern>   only faults whose name matches this regular expression
  --older <tenon.mjs>  a bundle of an older version, which the first machine runs: a rolling upgrade that is half done
  --pause <ms>         longest pause of a client between two prompts (default: 8000)
  --out <folder>       keeps everything there: progress.log, rounds.jsonl, verdict.json (written after each round), the logs of
                       the machines, and for each violation the record and the turns of its session
`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    minutes: { type: "string", default: "600" },
    sessions: { type: "string", default: "60" },
    clients: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    faults: { type: "string", default: "" },
    pause: { type: "string", default: "8000" },
    older: { type: "string" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

// Postgres ends by itself; the machines are killed as this process exits.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));
if (values.help) process.stdout.write(HELP);
else process.exitCode = await run(optionsFrom(values));

async function run(options: Omit<CheckOptions, "tenon" | "folder" | "isNamed" | "evidence">): Promise<number> {
  const kept = values.out === undefined ? undefined : resolve(values.out);
  const folder = kept ?? (await mkdtemp(join(tmpdir(), "tenon-machines-")));
  await mkdir(join(folder, "project"), { recursive: true });
  const evidence = openEvidence(folder, { ...options, faults: options.faults.source });
  const { say } = evidence;
  const isNamed = spawnSync("unshare", ["--uts", "hostname", "machine"]).status === 0;
  say(`seed ${options.seed}; everything is in ${folder}${kept ? "" : " until the end"}`);
  if (!isNamed) say("the machines share a host name (run as root on Linux)");
  try {
    const tenon = join(await buildTenon(), "bin", "tenon.mjs");
    await checkMachines({ ...options, folder, tenon, isNamed, evidence });
    return evidence.conclude();
  } finally {
    if (!kept) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function optionsFrom({ rounds, minutes, sessions, clients, seed, faults, older, pause }: typeof values) {
  const sessionCount = count(sessions);
  if (count(clients) < sessionCount) fail(`--clients must be at least the number of sessions, ${sessionCount}`);
  return {
    rounds: count(rounds),
    minutes: count(minutes),
    sessions: sessionCount,
    clients: count(clients),
    seed: count(seed),
    faults: new RegExp(faults),
    older: older === undefined ? undefined : resolve(older),
    pauseMs: count(pause),
  };
}

function count(given: string): number {
  return /^\d+$/.test(given) ? Number(given) : fail(`Expected a number, got "${given}"`);
}

function fail(message: string): never {
  console.error(`${message}\n\n${HELP}`);
  process.exit(2);
}
