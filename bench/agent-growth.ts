/**
 * What a tool call costs our agent, and that it does not grow with the session, the catalogue and the other sessions.
 *
 * The model takes no time and no bytes: what a provider is sent grows with the history and the tools, whatever we do.
 */

import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Bench, Figure } from "./figure.ts";
import { type AgentProcess, startPeer } from "./side-by-side/peer.ts";
import { childrenOf, processorMs } from "./side-by-side/process-cost.ts";

const SERVER = fileURLToPath(new URL("side-by-side/server.mjs", import.meta.url));
const PROGRAM = fileURLToPath(new URL("programs/calling-agent.ts", import.meta.url));
// Before that many, code is still being compiled.
const WARM_UP = 200;
const TURNS = 200;
const LAST_TURN = 2_000;
const MANY_TOOLS = 300;
const MANY_SESSIONS = 50;

export const agentGrowth: Bench = {
  name: "agent-growth",
  what: "processor time of a tool call in a turn, and what it must not grow with",
  async *run() {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-bench-")));
    try {
      const few = await costPerCall(folder, {});
      yield figure("the session's length", few.late, `turn ${LAST_TURN}`, few.early, `turn ${WARM_UP}`);
      const many = await costPerCall(folder, { tools: MANY_TOOLS });
      yield figure("the catalogue", many.early, `${MANY_TOOLS} tools`, few.early, "two tools");
      const crowd = await costPerCall(folder, { sessions: MANY_SESSIONS });
      yield figure("the other sessions", crowd.early, `${MANY_SESSIONS} sessions`, few.early, "one session");
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

function figure(what: string, measured: number, name: string, least: number, leastName: string): Figure {
  return {
    what: `a call and ${what}, mean of ${TURNS}`,
    unit: "ms",
    measured: { name, value: measured },
    baseline: { name: leastName, value: least },
    limit: 1.3,
  };
}

async function costPerCall(folder: string, { tools = 0, sessions = 1 }) {
  const notes = join(folder, "notes.jsonl");
  await writeFile(notes, "");
  await using agent = await startPeer({
    name: "calling-agent",
    command: process.execPath,
    args: ["--conditions=tenon:source", PROGRAM, await mkdtemp(join(folder, "journal-")), "mcp__s0__echo", '{"n":1}'],
    environment: { HOME: folder },
    folder,
  });
  for (let n = 1; n < sessions; n += 1) await agent.request("session/new", { cwd: folder, mcpServers: [] });
  const env = Object.entries({ NOTES: notes, MORE_TOOLS: `${tools}` }).map(([name, value]) => ({ name, value }));
  const server = { name: "s0", command: process.execPath, args: [SERVER], env };
  const { sessionId } = await agent.request("session/new", { cwd: folder, mcpServers: [server] });
  await turns(agent, sessionId, WARM_UP);
  const early = await turns(agent, sessionId, TURNS);
  if (tools > 0 || sessions > 1) return { early, late: Number.NaN };
  await turns(agent, sessionId, LAST_TURN - WARM_UP - 2 * TURNS);
  return { early, late: await turns(agent, sessionId, TURNS) };
}

/** Milliseconds of processor time of each. */
async function turns(agent: AgentProcess, sessionId: unknown, count: number): Promise<number> {
  const tree = { pid: agent.pid, except: new Set(childrenOf(agent.pid)) };
  const before = processorMs(tree);
  for (let turn = 0; turn < count; turn += 1) {
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "Call it." }] });
  }
  return (processorMs(tree) - before) / count;
}
