/**
 * What it costs to stream an answer: our agent, with everything recorded before it is sent, against the bare SDK.
 *
 * The two do not send the same: words that come faster than anybody reads leave our agent together, and the SDK sends a
 * message for each. It says what an answer costs a user, and not what one of our messages costs; how many were sent is
 * sent too. Everything is counted, from before the prompt is sent until after its answer has come.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { type Bench, median } from "./figure.ts";

const CHUNKS = 2_000;
const WAYS = [
  { how: "in one burst", prompt: `${CHUNKS}`, rounds: 15 },
  // Five hundred words a second: faster than any model that is sold today, so harder than life.
  { how: "one every 2 ms", prompt: `${CHUNKS} every 2`, rounds: 3 },
  { how: "one every 10 ms", prompt: `${CHUNKS} every 10`, rounds: 1 },
] as const;

// Bursts, before the clock counts: what a program costs while it is compiled is not what an answer costs.
const WARM_UP = 5;

type Way = (typeof WAYS)[number];

export const agentStreaming: Bench = {
  name: "agent-streaming",
  what: `processor time of ${CHUNKS} streamed chunks, sent by our agent and by the bare SDK`,
  async *run() {
    const folder = await mkdtemp(join(tmpdir(), "tenon-bench-"));
    try {
      for (const way of WAYS) {
        const ours = await turns(["bench/programs/streaming-agent.ts", folder], way);
        const bare = await turns(["bench/programs/bare-agent.ts"], way);
        yield {
          what: `${CHUNKS} chunks, ${way.how}, median of ${way.rounds} turns`,
          unit: "ms",
          measured: { name: `our agent, with its journal, in ${ours.messages} messages`, value: median(ours.costs) },
          baseline: { name: `the SDK alone, in ${bare.messages}`, value: median(bare.costs) },
          limit: 1.5,
        };
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

interface Turns {
  /** Milliseconds of processor time of each. */
  readonly costs: readonly number[];
  /** How many messages the last one had. */
  readonly messages: number;
}

async function turns(program: readonly string[], { prompt, rounds }: Way): Promise<Turns> {
  const child = spawn(process.execPath, ["--conditions=tenon:source", ...program], { stdio: ["pipe", "pipe", "pipe"] });
  const answers = createInterface({ input: child.stdout });
  const readings = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const waiting = new Map<number, (answer: { readonly result: { readonly sessionId: string } }) => void>();
  let messages = 0;
  answers.on("line", (line) => {
    messages += 1;
    if (!line.includes('"id":')) return;
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
  });
  let ids = 0;
  const request = (method: string, params: object) =>
    new Promise<{ readonly result: { readonly sessionId: string } }>((resolve) => {
      waiting.set((ids += 1), resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ids, method, params })}\n`);
    });
  const costSoFar = async () => {
    child.kill("SIGUSR2");
    return Number((await readings.next()).value);
  };
  await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = (await request("session/new", { cwd: tmpdir(), mcpServers: [] })).result;
  const costs: number[] = [];
  const say = (text: string) => request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  for (let round = 0; round < WARM_UP; round += 1) await say(`${CHUNKS}`);
  for (let round = 0; round < rounds; round += 1) {
    const before = await costSoFar();
    messages = 0;
    await say(prompt);
    costs.push(((await costSoFar()) - before) / 1_000);
  }
  await end(child);
  return { costs, messages };
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, "exit");
}
