/**
 * What a call of a tool costs on the whole road of `tenon connect`: the agent over there, its gateway, the line, the server
 * here, and back; against an agent that calls the server itself.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

import { WebSocket } from "ws";

import { openChild } from "./acp-child.ts";
import { ECHO_SERVER } from "./echo-server.ts";
import { type Bench, median } from "./figure.ts";
import { installTenon } from "./gateway-process.ts";

const DIRECT = ["--conditions=tenon:source", resolve("bench/programs/mcp-agent.ts")];
const CALLER = resolve("bench/programs/acp-caller.mjs");
const AGENT = `${process.execPath} ${CALLER}`;
const SESSIONS = 5;
const CALLS = 100;
const WARM_UP = 150;
const MAX_ADDED_MS = 3;
const LARGE_BYTES = 10_000_000;
const LARGE_CALLS = 9;

export const connect: Bench = {
  name: "connect",
  what: "calls of a tool of this machine by an agent behind `tenon connect` and `tenon serve`, on loopback",
  async *run() {
    await using tenon = await installTenon();
    await using gateway = await tenon.serve({ agent: [AGENT], flags: ["--no-tools"] });
    const data = await mkdtemp(join(tmpdir(), "tenon-bench-"));
    try {
      const tokenFile = join(data, "token");
      await writeFile(tokenFile, gateway.token);
      const env = { PATH: process.env["PATH"], HOME: data };
      const road = [
        join(tenon.folder, "bin/tenon.mjs"),
        "connect",
        gateway.url,
        "--token-file",
        tokenFile,
        "--agent",
        AGENT,
      ];
      const bare: number[] = [];
      const ours: number[] = [];
      // In turns, so that whatever else the machine does hits both alike.
      for (let session = 0; session < SESSIONS; session += 1) {
        bare.push(await callMs(DIRECT, env));
        ours.push(await callMs([...road, "--allow", ECHO_SERVER.name], env));
      }
      yield {
        what: `added to a call, median of ${CALLS} in ${SESSIONS} sessions`,
        unit: "ms",
        measured: { name: "over there and back, recorded twice", value: median(ours) - median(bare) },
        baseline: { name: "what no one feels", value: MAX_ADDED_MS },
        limit: 1,
      };
      const large: number[] = [];
      const socket: number[] = [];
      for (let session = 0; session < SESSIONS; session += 1) {
        socket.push(await socketMs());
        large.push(
          await callMs([...road, "--allow", ECHO_SERVER.name], env, { calls: LARGE_CALLS, bytes: LARGE_BYTES }),
        );
      }
      yield {
        what: `a result of ${LARGE_BYTES / 1e6} MB, median of ${LARGE_CALLS} in ${SESSIONS} sessions`,
        unit: "ms",
        measured: { name: "over there and back", value: median(large) },
        baseline: { name: "a bare WebSocket", value: median(socket) },
        // A socket parses and writes once; on the road four programs do.
        limit: 2,
      };
    } finally {
      await rm(data, { recursive: true });
    }
  },
};

async function callMs(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { calls = CALLS, bytes = 0 } = {},
): Promise<number> {
  const client = openChild(args, env);
  await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const opened = await client.request("session/new", { cwd: tmpdir(), mcpServers: [ECHO_SERVER] });
  const { sessionId = "s1" } = opened.result;
  const prompt = [{ type: "text", text: `${calls} ${bytes > 0 ? 2 : WARM_UP} ${bytes}` }];
  const { result } = await client.request("session/prompt", { sessionId, prompt });
  await client.end();
  return result._meta?.["medianMs"] ?? Number.NaN;
}

/** A request of the server for as many bytes and its client's answer, parsed: the way that a result takes. */
async function socketMs(): Promise<number> {
  const program = [resolve("bench/programs/socket-server.mjs"), String(LARGE_BYTES), String(LARGE_CALLS + 2)];
  const server = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const { value: port } = await lines.next();
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  socket.on("message", (bytes) => socket.send(JSON.stringify({ text: "x".repeat(Number(bytes)) })));
  const { value: times } = await lines.next();
  server.kill();
  await once(server, "exit");
  return median(JSON.parse(times ?? "[]").slice(2));
}
