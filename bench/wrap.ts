/**
 * What `tenon wrap` costs a user who puts it before an agent: at the start, for each message, and while nothing happens.
 */

import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { type Environment, openChild } from "./acp-child.ts";
import { type Bench, median } from "./figure.ts";
import { installTenon } from "./install-tenon.ts";

const AGENT = resolve("bench/programs/plain-agent.mjs");
const CAT = ["--conditions=tenon:source", "bench/programs/json-cat.ts", AGENT];
// As long as the quickest of the real agents that are written in JavaScript (docs/agents.md).
const LOAD_MS = 350;
const STARTS = 7;
const PROCESSES = 5;
const ROUND_TRIPS = 400;
const UPDATES = 2_000;
const TURNS = 15;
const WARM_UP = 5;
// The garbage collector's idle work is done by then.
const SETTLE_MS = 3_000;
const MAX_ADDED_MS = 0.3;

export const wrap: Bench = {
  name: "wrap",
  what: "`tenon wrap` as it is installed, before a small agent",
  async *run() {
    const folder = await mkdtemp(join(tmpdir(), "tenon-bench-"));
    try {
      const tenon = await installTenon(folder);
      const wrapped = (...flags: readonly string[]) => [tenon, "wrap", ...flags, "--", process.execPath, AGENT];
      const env = { PATH: process.env["PATH"], HOME: folder };

      const starts: { bare: number[]; wrapped: number[] } = { bare: [], wrapped: [] };
      for (let round = 0; round < STARTS + 2; round += 1) {
        const slow = { ...env, LOAD_MS: String(LOAD_MS) };
        const [bareMs, wrappedMs] = [await timeToInitialize([AGENT], slow), await timeToInitialize(wrapped(), slow)];
        if (round < 2) continue;
        starts.bare.push(bareMs);
        starts.wrapped.push(wrappedMs);
      }
      yield {
        what: `initialize of an agent that takes ${LOAD_MS} ms to load, median of ${STARTS}`,
        unit: "ms",
        measured: { name: "wrapped", value: median(starts.wrapped) },
        baseline: { name: "bare", value: median(starts.bare) },
        limit: 1.3,
      };

      // One process may run on the agent's core for all of its life, another never: so five of each, in turns.
      const [bareTrips, wrappedTrips]: [number[], number[]] = [[], []];
      for (let round = 0; round < PROCESSES; round += 1) {
        bareTrips.push(await roundTripMs([AGENT], env));
        wrappedTrips.push(await roundTripMs(wrapped(), env));
      }
      yield {
        what: `added to a message, median of ${PROCESSES} processes of ${ROUND_TRIPS} requests and their answers`,
        unit: "ms",
        measured: { name: "wrapped, recorded", value: (median(wrappedTrips) - median(bareTrips)) / 2 },
        baseline: { name: "what no one feels", value: MAX_ADDED_MS },
        limit: 1,
      };

      const unrecorded = await turnMs(wrapped("--no-journal"), env);
      const cat = await turnMs(CAT, env);
      yield {
        what: `processor time of ${UPDATES} updates, passed, median of ${TURNS}`,
        unit: "ms",
        measured: { name: "tenon wrap --no-journal", value: unrecorded },
        baseline: { name: "parsing and passing lines", value: cat },
        limit: 1.2,
      };
      const recorded = await turnMs(wrapped(), env);
      const recordingCat = await turnMs([...CAT, folder], env);
      yield {
        what: `processor time of ${UPDATES} updates, recorded and passed, median of ${TURNS}`,
        unit: "ms",
        measured: { name: "tenon wrap", value: recorded },
        baseline: { name: "parsing, recording and passing lines", value: recordingCat },
        limit: 1.2,
      };

      const idle = join(folder, "idle.mjs");
      await writeFile(idle, 'process.stdin.resume(); process.stdout.write("ready\\n");');
      yield {
        what: "idle memory after initialize",
        unit: "MB",
        measured: { name: "tenon wrap", value: await idleMemory(wrapped(), env) },
        baseline: { name: "empty program", value: await idleMemory([idle], env) },
        limit: 1.5,
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function timeToInitialize(args: readonly string[], env: Environment): Promise<number> {
  const began = performance.now();
  const client = openChild(args, env);
  await client.request("initialize", {});
  const ms = performance.now() - began;
  await client.end();
  return ms;
}

/** Median of the requests that one process answers. */
async function roundTripMs(args: readonly string[], env: Environment): Promise<number> {
  const client = await openSession(args, env);
  const roundTrips: number[] = [];
  for (let round = 0; round < ROUND_TRIPS + 100; round += 1) {
    const began = performance.now();
    await client.request("session/set_mode", { sessionId: "s1" });
    if (round >= 100) roundTrips.push(performance.now() - began);
  }
  await client.end();
  return median(roundTrips);
}

/** Processor time of a turn. */
async function turnMs(args: readonly string[], env: Environment): Promise<number> {
  const client = await openSession(args, env);
  const turns: number[] = [];
  for (let round = 0; round < TURNS + WARM_UP; round += 1) {
    const before = processorMs(client.child);
    await client.request("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: String(UPDATES) }] });
    if (round >= WARM_UP) turns.push(processorMs(client.child) - before);
  }
  await client.end();
  return median(turns);
}

async function openSession(args: readonly string[], env: Environment) {
  const client = openChild(args, env);
  await client.request("initialize", {});
  await client.request("session/new", { cwd: tmpdir(), mcpServers: [] });
  return client;
}

async function idleMemory(args: readonly string[], env: Environment): Promise<number> {
  const client = openChild(args, env);
  void client.request("initialize", {});
  await once(client.child.stdout, "data");
  await wait(SETTLE_MS);
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(client.child.pid)], { encoding: "utf8" });
  await client.end();
  return Number(kilobytes) / 1024;
}

/** Of all its threads, from the scheduler, which counts in nanoseconds. */
function processorMs({ pid }: ChildProcess): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return times.reduce((total, time) => total + time, 0) / 1e6;
}
