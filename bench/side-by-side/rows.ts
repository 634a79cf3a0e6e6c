/**
 * The rows of the table: each measures one agent from outside, by what its client, its model and its server see.
 */

import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { median } from "../figure.ts";
import { type AgentProcess, type Peer, startPeer } from "./peer.ts";
import { memoryMb, processorMs } from "./process-cost.ts";
import { now, type ScriptedModel, wishes } from "./scripted-model.ts";

const SERVER = fileURLToPath(new URL("server.mjs", import.meta.url));
const STARTS = 7;
const CALLS = 20;
const FRESH = 3;
// Past this many, everything is compiled and cached.
const WARM_CALLS = 40;
const DELTAS = 2_000;
const WARM_TURNS = 4;
const SETTLE_MS = 4_000;
const LISTED_MS = 5_000;

/** Values by name, in the unit that the name ends with. */
export type Measured = Readonly<Record<string, number>>;

export interface Bench {
  readonly peer: Peer;
  readonly model: ScriptedModel;
  /** Ends what takes too long. */
  readonly signal: AbortSignal;
}

export const rows: readonly { readonly name: string; measure(bench: Bench): Promise<Measured> }[] = [
  { name: "start", measure: start },
  { name: "first model request", measure: firstModelRequest },
  { name: "calls", measure: calls },
  { name: "calls at once", measure: callsAtOnce },
  { name: "deltas", measure: deltas },
  { name: "memory", measure: memory },
];

async function start({ peer, signal }: Bench): Promise<Measured> {
  const times: { empty: number; initialize: number; first: number; both: number; later: number }[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const empty = timed(() => execFileSync(process.execPath, ["-e", "0"]));
    const begin = now();
    await using agent = await startPeer(peer, { signal });
    const initialize = now() - begin;
    const first = await timedAsync(() => newSession(agent, peer, []));
    const later = await timedAsync(() => newSession(agent, peer, []));
    times.push({ empty, initialize, first, both: initialize + first, later });
  }
  const of = (key: keyof (typeof times)[number]) => median(times.map((time) => time[key]));
  return {
    "empty Node.js program, ms": of("empty"),
    "spawn to initialize, ms": of("initialize"),
    "first session/new, ms": of("first"),
    "both together, ms": of("both"),
    "second session/new, ms": of("later"),
  };
}

async function firstModelRequest({ peer, model, signal }: Bench): Promise<Measured> {
  const measured: Record<string, number> = {};
  for (const count of [0, 1, 10]) {
    const bare: number[] = [];
    const times: number[] = [];
    const stages: { answered: number; first: number; last: number; listed: number }[] = [];
    for (let round = 0; round < STARTS; round += 1) {
      if (count > 0) bare.push(await bareStart(peer, count));
      await using agent = await startPeer(peer, { signal });
      model.takeExchanges();
      const begin = now();
      const sessionId = await newSession(agent, peer, servers(peer, count));
      const answered = now() - begin;
      await prompt(agent, sessionId, wishes.answer);
      times.push((model.takeExchanges()[0]?.asked ?? Number.NaN) - begin);
      const started = notes(peer).flatMap(({ method, arrived }) => (method === "start" ? [arrived - begin] : []));
      const listed = notes(peer).flatMap(({ method, answered }) => (method === "tools/list" ? [answered - begin] : []));
      stages.push({
        answered,
        first: Math.min(...started),
        last: Math.max(...started),
        listed: Math.max(...listed),
      });
    }
    const stage = (key: keyof (typeof stages)[number]) => median(stages.map((times) => times[key]));
    if (count > 0) {
      measured[`${count} servers started by hand, ms`] = median(bare);
      measured[`${count} servers: session/new is answered, ms`] = stage("answered");
      measured[`${count} servers: the first process starts, ms`] = stage("first");
      measured[`${count} servers: the last process starts, ms`] = stage("last");
      measured[`${count} servers: the last has listed its tools, ms`] = stage("listed");
    }
    measured[`session/new to first model request, ${count} servers, ms`] = median(times);
  }
  return measured;
}

/** Model's last byte → `tools/call` at the server (dispatch); the server's answer → next model request (return). */
async function calls(bench: Bench): Promise<Measured> {
  const processes: Measured[] = [];
  for (let round = 0; round < FRESH; round += 1) processes.push(await callsOfFreshProcess(bench));
  const names = Object.keys(processes[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(processes.map((measured) => measured[name] ?? Number.NaN))]),
  );
}

async function callsOfFreshProcess({ peer, model, signal }: Bench): Promise<Measured> {
  await using agent = await startPeer(peer, { signal });
  const sessionId = await newSession(agent, peer, servers(peer, 1));
  // The server is there before the calls are counted, and the agent is otherwise as fresh as it can be.
  await untilListed(peer, signal);
  const cold = await callTurn(CALLS);
  await callTurn(WARM_CALLS);
  const warm = await callTurn(CALLS);
  return {
    "added per call, cold: dispatch, ms": median(cold.dispatch),
    "added per call, cold: return, ms": median(cold.back),
    "added per call, cold: mean of both, ms": cold.mean,
    "added per call, warm: mean of both, ms": warm.mean,
    "processor time per call, cold, ms": cold.processor,
    "processor time per call, warm, ms": warm.processor,
  };

  async function callTurn(count: number) {
    model.takeExchanges();
    const before = notes(peer).length;
    const tree = { pid: agent.pid, except: serverPids(peer) };
    const processor = processorMs(tree);
    await prompt(agent, sessionId, wishes.calls(count));
    const used = processorMs(tree) - processor;
    const exchanges = model.takeExchanges();
    const made = notes(peer)
      .slice(before)
      .filter(({ method }) => method === "tools/call");
    if (made.length !== count) throw new Error(`${peer.name} made ${made.length} calls of ${count}`);
    const dispatch = made.map(({ arrived }, n) => arrived - (exchanges[n]?.answered ?? Number.NaN));
    const back = made.map(({ answered }, n) => (exchanges[n + 1]?.asked ?? Number.NaN) - answered);
    const sum = [...dispatch, ...back].reduce((total, time) => total + time, 0);
    return { dispatch, back, mean: sum / count, processor: used / count };
  }
}

async function callsAtOnce({ peer, model, signal }: Bench): Promise<Measured> {
  await using agent = await startPeer(peer, { signal });
  const sessionId = await newSession(agent, peer, servers(peer, 1));
  await untilListed(peer, signal);
  const times: { all: number; first: number; last: number; back: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    model.takeExchanges();
    const before = notes(peer).length;
    await prompt(agent, sessionId, wishes.together(8));
    const [calls, done] = model.takeExchanges();
    const begin = calls?.answered ?? Number.NaN;
    const made = notes(peer).slice(before);
    const arrived = made.map(({ arrived }) => arrived - begin);
    const all = (done?.asked ?? Number.NaN) - begin;
    const back = all - Math.max(...made.map(({ answered }) => answered - begin));
    times.push({ all, first: Math.min(...arrived), last: Math.max(...arrived), back });
  }
  const of = (key: keyof (typeof times)[number]) => median(times.map((time) => time[key]));
  return {
    "eight at once: the first reaches the server, ms": of("first"),
    "eight at once: the last reaches the server, ms": of("last"),
    "eight at once: the last answer to the next request, ms": of("back"),
    "eight calls of 500 ms at once, ms": of("all"),
  };
}

async function deltas({ peer, signal }: Bench): Promise<Measured> {
  await using agent = await startPeer(peer, { signal });
  const sessionId = await newSession(agent, peer, []);
  await prompt(agent, sessionId, wishes.answer);
  const tree = { pid: agent.pid, except: new Set<number>() };
  const costs: number[] = [];
  for (let turn = 0; turn < WARM_TURNS; turn += 1) {
    const before = processorMs(tree);
    await prompt(agent, sessionId, wishes.deltas(DELTAS));
    costs.push(processorMs(tree) - before);
  }
  return {
    [`${DELTAS} deltas, first turn, processor ms`]: costs[0] ?? Number.NaN,
    [`${DELTAS} deltas, turn ${WARM_TURNS}, processor ms`]: costs.at(-1) ?? Number.NaN,
  };
}

async function memory({ peer, signal }: Bench): Promise<Measured> {
  await using agent = await startPeer(peer, { signal });
  const tree = { pid: agent.pid, except: new Set<number>() };
  await sleep(SETTLE_MS);
  const idle = memoryMb(tree);
  const sessions: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const id = await newSession(agent, peer, []);
    await prompt(agent, id, wishes.answer);
    sessions.push(id);
  }
  await sleep(SETTLE_MS);
  const ten = memoryMb(tree);
  // An agent that cannot close sessions keeps them.
  for (const sessionId of sessions) await agent.request("session/close", { sessionId }).catch(() => {});
  await sleep(SETTLE_MS);
  return { "idle, PSS MB": idle, "with ten sessions, PSS MB": ten, "after closing them, PSS MB": memoryMb(tree) };
}

async function newSession(agent: AgentProcess, { folder: cwd }: Peer, mcpServers: readonly object[]): Promise<string> {
  return String((await agent.request("session/new", { cwd, mcpServers }))["sessionId"]);
}

async function prompt(agent: AgentProcess, sessionId: string, text: string): Promise<void> {
  await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
}

function servers(peer: Peer, count: number): readonly object[] {
  writeFileSync(notesFile(peer), "");
  const env = [{ name: "NOTES", value: notesFile(peer) }];
  return Array.from({ length: count }, (_, n) => ({ name: `s${n}`, command: process.execPath, args: [SERVER], env }));
}

/** What the agent's servers take by themselves: started side by side, initialized, listed. */
async function bareStart(peer: Peer, count: number): Promise<number> {
  const begin = now();
  await Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, [SERVER], {
        env: { NOTES: notesFile(peer) },
        stdio: ["pipe", "pipe", "ignore"],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const params = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "bench", version: "1.0.0" },
      };
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
      await lines.next();
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })}\n`);
      await lines.next();
      child.kill("SIGKILL");
    }),
  );
  return now() - begin;
}

interface Note {
  readonly pid: number;
  readonly method: string;
  readonly arrived: number;
  readonly answered: number;
}

function notes(peer: Peer): readonly Note[] {
  const lines = readFileSync(notesFile(peer), "utf8").split("\n").filter(Boolean);
  return lines.map((line): Note => JSON.parse(line));
}

function serverPids(peer: Peer): ReadonlySet<number> {
  return new Set(notes(peer).map(({ pid }) => pid));
}

/** Some agents list the tools of a server only when they are prompted: those are not waited for. */
async function untilListed(peer: Peer, signal: AbortSignal): Promise<void> {
  const deadline = now() + LISTED_MS;
  while (now() < deadline && !notes(peer).some(({ method }) => method === "tools/list"))
    await sleep(5, undefined, { signal });
}

function notesFile({ folder }: Peer): string {
  return join(folder, "..", "notes.jsonl");
}

function timed(block: () => void): number {
  const begin = now();
  block();
  return now() - begin;
}

async function timedAsync(block: () => Promise<unknown>): Promise<number> {
  const begin = now();
  await block();
  return now() - begin;
}
