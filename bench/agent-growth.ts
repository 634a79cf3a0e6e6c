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
import { startPeer } from "./side-by-side/peer.ts";
import { childrenOf, processorMs } from "./side-by-side/process-cost.ts";

const SERVER = fileURLToPath(new URL("side-by-side/server.mjs", import.meta.url));
const PROGRAM = fileURLToPath(new URL("programs/calling-agent.ts", import.meta.url));
// Before that many, code is still being compiled.
const WARM_UP = 200;
const LAST_TURN = 2_000;
// Two processes are measured in turns, so that both meet the same machine.
const ROUNDS = 5;
const TURNS_OF_ROUND = 40;
const MANY_TOOLS = 300;
const MANY_SESSIONS = 50;

export const agentGrowth: Bench = {
  name: "agent-growth",
  what: "processor time of a tool call in a turn, and what it must not grow with",
  async *run() {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-bench-")));
    try {
      await using few = await openCaller(folder, {});
      await few.turns(WARM_UP);
      // Of new sessions in a process that has compiled its code: the first turns of a process cost three times as much.
      const firstTurns = async () => {
        await few.openSession();
        // It waits for the server.
        await few.turns(1);
        return await few.turns(TURNS_OF_ROUND);
      };
      const least = () => few.turns(TURNS_OF_ROUND);
      yield* against("the session's length", `turn ${LAST_TURN}`, "turn 2", { turns: LAST_TURN }, firstTurns);
      yield* against("the catalogue", `${MANY_TOOLS} tools`, "two tools", { tools: MANY_TOOLS }, least);
      yield* against("other sessions", `${MANY_SESSIONS} sessions`, "one session", { sessions: MANY_SESSIONS }, least);

      async function* against(
        what: string,
        name: string,
        leastName: string,
        size: Size,
        least: () => Promise<number>,
      ): AsyncIterable<Figure> {
        await using many = await openCaller(folder, size);
        await many.turns(size.turns ?? WARM_UP);
        let [measured, baseline] = [0, 0];
        for (let round = 0; round < ROUNDS; round += 1) {
          baseline += await least();
          measured += await many.turns(TURNS_OF_ROUND);
        }
        const calls = ROUNDS * TURNS_OF_ROUND;
        yield {
          what: `a call and ${what}, mean of ${calls}`,
          unit: "ms",
          measured: { name, value: measured / calls },
          baseline: { name: leastName, value: baseline / calls },
          limit: 1.3,
        };
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

interface Size {
  /** How many the session has had before it is measured. */
  readonly turns?: number;
  readonly tools?: number;
  readonly sessions?: number;
}

interface Caller extends AsyncDisposable {
  /** The turns after this are those of a new session; the one before is closed. */
  openSession(): Promise<void>;
  /** Takes so many turns with a call each. Resolves with their processor time in ms. */
  turns(count: number): Promise<number>;
}

async function openCaller(folder: string, { tools = 0, sessions = 1 }: Size): Promise<Caller> {
  const notes = join(folder, "notes.jsonl");
  await writeFile(notes, "");
  const agent = await startPeer({
    name: "calling-agent",
    command: process.execPath,
    args: ["--conditions=tenon:source", PROGRAM, await mkdtemp(join(folder, "journal-")), "mcp__s0__echo", '{"n":1}'],
    environment: { HOME: folder },
    folder,
  });
  for (let n = 1; n < sessions; n += 1) await agent.request("session/new", { cwd: folder, mcpServers: [] });
  const env = Object.entries({ NOTES: notes, MORE_TOOLS: `${tools}` }).map(([name, value]) => ({ name, value }));
  const server = { name: "s0", command: process.execPath, args: [SERVER], env };
  const open = () => agent.request("session/new", { cwd: folder, mcpServers: [server] });
  let { sessionId } = await open();
  return {
    async openSession() {
      await agent.request("session/close", { sessionId });
      ({ sessionId } = await open());
    },
    async turns(count) {
      const tree = { pid: agent.pid, except: new Set(childrenOf(agent.pid)) };
      const before = processorMs(tree);
      for (let turn = 0; turn < count; turn += 1) {
        await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "Call it." }] });
      }
      return processorMs(tree) - before;
    },
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}
