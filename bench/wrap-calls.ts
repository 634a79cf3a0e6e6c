/**
 * What `tenon wrap` adds to a call: an agent calls a tool of an MCP server, by itself and through the endpoint.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { type Environment, openChild } from "./acp-child.ts";
import { ECHO_SERVER } from "./echo-server.ts";
import { type Bench, type Figure, median } from "./figure.ts";
import { installTenon } from "./install-tenon.ts";

const AGENT = ["--conditions=tenon:source", resolve("bench/programs/mcp-agent.ts")];
const SESSIONS = 5;
const CALLS = 300;
const WARM_UP = 300;
const MAX_ADDED_MS = 2;
const MAX_ADDED_TO_FIRST_MS = 40;

export const wrapCalls: Bench = {
  name: "wrap-calls",
  what: "calls of a tool by an agent behind `tenon wrap`, against the same agent by itself",
  async *run() {
    const folder = await mkdtemp(join(tmpdir(), "tenon-bench-"));
    try {
      const tenon = await installTenon(folder);
      const env = { PATH: process.env["PATH"], HOME: folder };
      await allowCalls(folder);
      for (const door of ["http", "stdio"] as const) yield* compare(door, tenon, { ...env, TAKES: door });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** A question to the user is not what is measured. */
async function allowCalls(home: string): Promise<void> {
  const configuration = join(home, ".config", "tenon");
  await mkdir(configuration, { recursive: true });
  const rules = [{ effect: "allow", when: { server: ECHO_SERVER.name } }];
  await writeFile(join(configuration, "tenon.json"), JSON.stringify({ policy: { rules } }));
}

async function* compare(door: "http" | "stdio", tenon: string, env: Environment): AsyncIterable<Figure> {
  const bare: CallTimes[] = [];
  const ours: CallTimes[] = [];
  // In turns, so that whatever else the machine does hits both alike.
  for (let session = 0; session < SESSIONS; session += 1) {
    bare.push(await callTimes(AGENT, env));
    ours.push(await callTimes([tenon, "wrap", "--", process.execPath, ...AGENT], env));
  }
  const added = (which: keyof CallTimes) =>
    median(ours.map((times) => times[which])) - median(bare.map((times) => times[which]));
  const through = door === "http" ? "HTTP" : "the shim";
  yield {
    what: `added to the first call of a session, through ${through}, median of ${SESSIONS}`,
    unit: "ms",
    measured: { name: "wrapped, recorded", value: added("firstMs") },
    baseline: { name: "a moment", value: MAX_ADDED_TO_FIRST_MS },
    limit: 1,
  };
  yield {
    what: `added to a call, through ${through}, median of ${CALLS} in ${SESSIONS} sessions`,
    unit: "ms",
    measured: { name: "wrapped, recorded", value: added("medianMs") },
    baseline: { name: "what no one feels", value: MAX_ADDED_MS },
    limit: 1,
  };
}

interface CallTimes {
  readonly firstMs: number;
  readonly medianMs: number;
}

async function callTimes(args: readonly string[], env: Environment): Promise<CallTimes> {
  const client = openChild(args, env);
  await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  await client.request("session/new", { cwd: tmpdir(), mcpServers: [ECHO_SERVER] });
  const prompt = [{ type: "text", text: `${CALLS} ${WARM_UP}` }];
  const { result } = await client.request("session/prompt", { sessionId: "s1", prompt });
  await client.end();
  const { firstMs = Number.NaN, medianMs = Number.NaN } = result._meta ?? {};
  return { firstMs, medianMs };
}
