/**
 * What it costs to stream an answer: our agent, with everything recorded before it is sent, against the bare SDK.
 *
 * The two do not send the same: words that come in a burst leave our agent together, in a few messages, and the SDK sends one
 * for each. It says what an answer costs a user, and not what one of our messages costs.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { type Bench, median } from "./figure.ts";

const CHUNKS = 2_000;
const ROUNDS = 15;
const WARM_UP = 5;

export const agentStreaming: Bench = {
  name: "agent-streaming",
  what: `processor time of ${CHUNKS} streamed chunks, sent by our agent and by the bare SDK`,
  async *run() {
    const folder = await mkdtemp(join(tmpdir(), "tenon-bench-"));
    try {
      const ours = await turns(["bench/programs/streaming-agent.ts", folder]);
      const bare = await turns(["bench/programs/bare-agent.ts"]);
      yield {
        what: `${CHUNKS} chunks, median of ${ROUNDS} turns`,
        unit: "ms",
        measured: { name: "our agent, with its journal, bursts sent together", value: median(ours) },
        baseline: { name: "the SDK alone, one message for each", value: median(bare) },
        limit: 1.5,
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** Milliseconds of processor time of each turn. */
async function turns(program: readonly string[]): Promise<readonly number[]> {
  const child = spawn(process.execPath, ["--conditions=tenon:source", ...program], { stdio: ["pipe", "pipe", "pipe"] });
  const answers = createInterface({ input: child.stdout });
  const costs = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const waiting = new Map<number, (answer: { readonly result: { readonly sessionId: string } }) => void>();
  answers.on("line", (line) => {
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
  await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = (await request("session/new", { cwd: tmpdir(), mcpServers: [] })).result;
  const found: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    await request("session/prompt", { sessionId, prompt: [{ type: "text", text: `${CHUNKS}` }] });
    const { value } = await costs.next();
    if (round >= WARM_UP) found.push(Number(value) / 1_000);
  }
  await end(child);
  return found;
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, "exit");
}
