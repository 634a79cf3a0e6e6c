/**
 * What our library adds to a server: checks, limits, masking, and modules to load.
 */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { type Bench, median } from "./figure.ts";

const CALLS = 2_000;
// Both sides are compiled by then.
const WARM_UP = 1_000;
const STARTS = 15;
const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

export const toolset: Bench = {
  name: "toolset",
  what: "a toolset over stdio, against the official server package by itself",
  async *run() {
    // As it is installed.
    for (const room of ["basis", "toolset"]) {
      const build = ["tooling/node.mjs", "--bin", "tsdown", "--filter", `packages/${room}`, "--logLevel", "warn"];
      execFileSync(process.execPath, build);
    }
    for (const revision of REVISIONS) {
      const [ours, official] = await inTurns(await connect("toolset", revision), await connect("official", revision));
      yield {
        what: `one call in ${revision}, median of ${CALLS}`,
        unit: "ms",
        measured: { name: "toolset", value: ours },
        baseline: { name: "official", value: official },
        limit: 1.1,
      };
    }
    const starts = { toolset: [] as number[], official: [] as number[] };
    for (let start = 0; start < STARTS; start += 1) {
      for (const program of alternating(["toolset", "official"] as const, start)) {
        starts[program].push(await startMs(program));
      }
    }
    yield {
      what: `from the start to the list of tools, median of ${STARTS}`,
      unit: "ms",
      measured: { name: "toolset", value: median(starts.toolset) },
      baseline: { name: "official", value: median(starts.official) },
      limit: 1.3,
    };
  },
};

async function inTurns(one: Client, other: Client): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    for (const index of alternating([0, 1] as const, call)) {
      const client = [one, other][index];
      const start = performance.now();
      await client?.callTool({ name: "echo", arguments: { text: "hello", n: 5 } });
      if (call >= 0) times[index].push(performance.now() - start);
    }
  }
  await Promise.all([one.close(), other.close()]);
  return [median(times[0]), median(times[1])];
}

/** What runs second finds a warmer machine. */
function alternating<T>(pair: readonly [T, T], round: number): readonly [T, T] {
  return round % 2 === 0 ? pair : [pair[1], pair[0]];
}

async function startMs(program: "toolset" | "official"): Promise<number> {
  const start = performance.now();
  const client = await connect(program, "2025-11-25");
  const taken = performance.now() - start;
  await client.close();
  return taken;
}

async function connect(program: "toolset" | "official", revision: (typeof REVISIONS)[number]): Promise<Client> {
  const file = fileURLToPath(new URL(`programs/${program}-server.mjs`, import.meta.url));
  const mode = revision === "2026-07-28" ? { pin: revision } : "legacy";
  const client = new Client({ name: "bench", version: "0.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [file] }));
  await client.listTools();
  return client;
}
