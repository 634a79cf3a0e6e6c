/**
 * What sessions of `tenon agent` cost: to open one, to call a tool in one, to leave one idle.
 */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { openHub } from "@tenon/hub";

import { type Bench, median } from "./figure.ts";
import { installTenon } from "./install-tenon.ts";

const OPENINGS = 20;
const WARM_UP = 5;
const CALLS = 80;
const CANCELS = 10;
const LONG = "mcp__everything__trigger-long-running-operation";
const IDLE_SESSIONS = 50;
const TURNS = 2_000;
const SETTLE_MS = 4_000;
const BETWEEN_OPENINGS_MS = 300;

export const agentSessions: Bench = {
  name: "agent-sessions",
  what: "sessions of `tenon agent` as it is installed",
  async *run() {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-bench-")));
    try {
      await installTenon(folder);
      const quick = await openings(folder, tenServers("quick-server"));
      const hanging = await openings(folder, tenServers("deaf-server"));
      yield {
        what: `session/new with ten servers that hang, median of ${OPENINGS}`,
        unit: "ms",
        measured: { name: "ten servers that never answer", value: median(hanging) },
        baseline: { name: "20 ms", value: 20 },
        limit: 1,
      };
      yield {
        what: "session/new, and how slow the servers are",
        unit: "ms",
        measured: { name: "ten that never answer", value: median(hanging) },
        baseline: { name: "ten that answer at once", value: median(quick) },
        limit: 1.2,
      };

      const { inTurn, bare } = await calls(folder);
      yield {
        what: `added to an MCP call by the turn around it, median of ${CALLS}`,
        unit: "ms",
        measured: { name: "the call in a turn, without the call itself", value: Math.max(0, inTurn - bare) },
        baseline: { name: "3 ms", value: 3 },
        limit: 1,
      };

      yield {
        what: `cancelling a turn inside a tool that hangs, median of ${CANCELS}`,
        unit: "ms",
        measured: { name: "from session/cancel to the answer of the prompt", value: median(await cancels(folder)) },
        baseline: { name: "300 ms", value: 300 },
        limit: 1,
      };
      yield {
        what: "eight calls of 500 ms at once",
        unit: "ms",
        measured: { name: "eight", value: median(await together(folder, 8)) },
        baseline: { name: "one", value: median(await together(folder, 1)) },
        limit: 1.3,
      };

      const memory = await idleMemory(folder);
      yield {
        what: "idle memory with one session",
        unit: "MB",
        measured: { name: "tenon agent", value: memory.one },
        baseline: { name: "empty program", value: memory.empty },
        limit: 1.8,
      };
      yield {
        what: `memory of each further idle session, of ${IDLE_SESSIONS}`,
        unit: "MB",
        measured: { name: "tenon agent", value: Math.max(0, memory.each) },
        baseline: { name: "3 MB", value: 3 },
        limit: 1,
      };
      yield {
        what: `idle memory with a session of ${TURNS} turns, loaded`,
        unit: "MB",
        measured: { name: "tenon agent", value: await memoryWithHistory(folder) },
        baseline: { name: "empty program", value: memory.empty },
        limit: 1.8,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function everythingServer() {
  return { name: "everything", command: process.execPath, args: [everything(), "stdio"], env: [] };
}

function tenServers(program: "deaf-server" | "quick-server") {
  const args = [fileURLToPath(new URL(`programs/${program}.mjs`, import.meta.url))];
  return Array.from({ length: 10 }, (_, n) => ({ name: `server-${n}`, command: process.execPath, args, env: [] }));
}

async function openings(folder: string, mcpServers: readonly object[]): Promise<readonly number[]> {
  await using agent = await startAgent(folder);
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + OPENINGS; round += 1) {
    const start = performance.now();
    const { sessionId } = await agent.request("session/new", { cwd: folder, mcpServers });
    if (round >= WARM_UP) times.push(performance.now() - start);
    await agent.request("session/close", { sessionId });
    // The servers of the last round take the processor until they have gone.
    await wait(BETWEEN_OPENINGS_MS);
  }
  return times;
}

/** The same call, once in a turn whose model takes no time, and once by the hub alone. */
async function calls(folder: string): Promise<{ readonly inTurn: number; readonly bare: number }> {
  const server = everythingServer();
  const tool = "mcp__everything__echo";
  const turns: number[] = [];
  {
    const program = ["--conditions=tenon:source", "bench/programs/calling-agent.ts", folder, tool];
    await using agent = await startProgram(program, folder, (line) => turns.push(Number(line)));
    const { sessionId } = await agent.request("session/new", { cwd: folder, mcpServers: [server] });
    const prompt = [{ type: "text", text: "Call it." }];
    for (let round = 0; round < WARM_UP + CALLS; round += 1)
      await agent.request("session/prompt", { sessionId, prompt });
  }
  await using hub = openHub({
    servers: [{ ...server, type: "stdio", env: {} }],
    cwd: folder,
    clientInfo: { name: "bench", version: "0.0.0" },
  });
  await hub.ready({ waitMs: 30_000 });
  const bare: number[] = [];
  for (let round = 0; round < WARM_UP + CALLS; round += 1) {
    const start = performance.now();
    await hub.call(tool, { message: "hello" });
    bare.push(performance.now() - start);
  }
  return { inTurn: median(turns.slice(WARM_UP)), bare: median(bare.slice(WARM_UP)) };
}

async function cancels(folder: string): Promise<readonly number[]> {
  await using agent = await startCalling(folder, LONG, { duration: 600, steps: 600 });
  const { sessionId } = await agent.request("session/new", { cwd: folder, mcpServers: [everythingServer()] });
  const times: number[] = [];
  for (let round = 0; round < CANCELS; round += 1) {
    const running = agent.until('"in_progress"');
    const turn = agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "Call it." }] });
    await running;
    const start = performance.now();
    agent.notify("session/cancel", { sessionId });
    await turn;
    times.push(performance.now() - start);
  }
  return times;
}

async function together(folder: string, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  await using agent = await startCalling(folder, LONG, { duration: 0.5, steps: 1 }, count, (line) =>
    times.push(Number(line)),
  );
  const { sessionId } = await agent.request("session/new", { cwd: folder, mcpServers: [everythingServer()] });
  const prompt = [{ type: "text", text: "Call it." }];
  for (let round = 0; round < 5; round += 1) await agent.request("session/prompt", { sessionId, prompt });
  return times;
}

function startCalling(folder: string, tool: string, args: object, count = 1, onLine?: (line: string) => void) {
  const program = ["bench/programs/calling-agent.ts", folder, tool, JSON.stringify(args), `${count}`];
  return startProgram(["--conditions=tenon:source", ...program], folder, onLine);
}

async function idleMemory(folder: string) {
  const empty = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "inherit"] });
  await using agent = await startAgent(folder);
  await agent.request("session/new", { cwd: folder, mcpServers: [] });
  await wait(SETTLE_MS);
  const [one, least] = [memoryOf(agent.pid), memoryOf(empty.pid)];
  empty.stdin.end();
  for (let n = 0; n < IDLE_SESSIONS; n += 1) await agent.request("session/new", { cwd: folder, mcpServers: [] });
  await wait(SETTLE_MS);
  return { one, empty: least, each: (memoryOf(agent.pid) - one) / IDLE_SESSIONS };
}

function startAgent(folder: string) {
  return startProgram([join(folder, "bin/tenon.mjs"), "agent", "--model", "rehearsal"], folder);
}

/** Of an agent that has loaded a session with a long past. */
async function memoryWithHistory(folder: string): Promise<number> {
  let id: string;
  {
    await using agent = await startAgent(folder);
    ({ sessionId: id } = await agent.request("session/new", { cwd: folder, mcpServers: [] }));
    const prompt = [{ type: "text", text: "hello" }];
    for (let turn = 0; turn < TURNS; turn += 1) await agent.request("session/prompt", { sessionId: id, prompt });
  }
  await using agent = await startAgent(folder);
  await agent.request("session/load", { sessionId: id, cwd: folder, mcpServers: [] });
  await wait(SETTLE_MS);
  return memoryOf(agent.pid);
}

async function startProgram(args: readonly string[], folder: string, onLine: (line: string) => void = () => {}) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], HOME: folder },
    stdio: ["pipe", "pipe", "pipe"],
  });
  createInterface({ input: child.stderr }).on("line", onLine);
  const awaited = new Map<string, () => void>();
  const waiting = new Map<number, (result: { readonly sessionId: string }) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, method, result, params } = JSON.parse(line);
    for (const [words, resolve] of awaited) if (line.includes(words) && awaited.delete(words)) resolve();
    if (method === "session/request_permission") {
      const { optionId } = params.options.find(({ kind }: { kind: string }) => kind === "allow_always") ?? {};
      const outcome = { outcome: "selected", optionId };
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: { outcome } })}\n`);
    } else if (id !== undefined) waiting.get(id)?.(result);
  });
  let ids = 0;
  const request = (method: string, params: object) =>
    new Promise<{ readonly sessionId: string }>((resolve) => {
      waiting.set((ids += 1), resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ids, method, params })}\n`);
    });
  await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  return {
    pid: child.pid,
    request,
    notify: (method: string, params: object) =>
      void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`),
    /** The next line that has these words. */
    until: (words: string) => new Promise<void>((resolve) => void awaited.set(words, resolve)),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

function memoryOf(pid: number | undefined): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" })) / 1024;
}

function everything(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve("@modelcontextprotocol/server-everything/package.json")), "dist/index.js");
}
