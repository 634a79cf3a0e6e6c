/**
 * How quickly `tenon agent` answers `initialize`, and what it holds in memory while it waits.
 */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { type Bench, median } from "./figure.ts";
import { installTenon } from "./install-tenon.ts";

const ROUNDS = 10;
const WARM_UP = 3;
// The garbage collector's idle work is done by then.
const SETTLE_MS = 1_000;

export const agentStart: Bench = {
  name: "agent-start",
  what: "`tenon agent` as it is installed, against an empty Node.js program",
  async *run() {
    const folder = await mkdtemp(join(tmpdir(), "tenon-bench-"));
    try {
      await installTenon(folder);
      const empty = join(folder, "empty.mjs");
      const idle = join(folder, "idle.mjs");
      await writeFile(empty, "");
      await writeFile(idle, 'process.stdin.resume(); process.stdout.write("ready\\n");');
      const agent = [join(folder, "bin/tenon.mjs"), "agent"];
      const environment = { PATH: process.env["PATH"], HOME: folder };

      const times: { agent: number[]; empty: number[] } = { agent: [], empty: [] };
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        const [agentMs, emptyMs] = [await timeToAnswer(agent, environment), await timeToExit([empty], environment)];
        if (round < WARM_UP) continue;
        times.agent.push(agentMs);
        times.empty.push(emptyMs);
      }
      yield {
        what: `time to answer initialize, median of ${ROUNDS}`,
        unit: "ms",
        measured: { name: "tenon agent", value: median(times.agent) },
        baseline: { name: "empty program", value: median(times.empty) },
        limit: 1.4,
      };
      yield {
        what: "idle memory",
        unit: "MB",
        measured: { name: "tenon agent", value: await idleMemory(agent, environment) },
        baseline: { name: "empty program", value: await idleMemory([idle], environment) },
        limit: 1.6,
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

type Environment = Readonly<Record<string, string | undefined>>;

const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: 1, clientCapabilities: {} },
})}\n`;

async function timeToAnswer(args: readonly string[], env: Environment): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(INITIALIZE);
  await once(child.stdout, "data");
  const ms = performance.now() - start;
  child.stdin.end();
  await once(child, "exit");
  return ms;
}

async function timeToExit(args: readonly string[], env: Environment): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, args, { env, stdio: "ignore" }), "exit");
  return performance.now() - start;
}

async function idleMemory(args: readonly string[], env: Environment): Promise<number> {
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(INITIALIZE);
  await once(child.stdout, "data");
  await wait(SETTLE_MS);
  const megabytes = residentMegabytes(child);
  child.stdin.end();
  await once(child, "exit");
  return megabytes;
}

function residentMegabytes({ pid }: ChildProcess): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
