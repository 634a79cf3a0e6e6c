/**
 * What 35,000 lines from a terminal cost: on the wire, in memory, and in our own time.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

import { connectAgent, openTerminals } from "@tenon/client";
import { countingIds } from "@tenon/testkit";
import { stdioAgent } from "@tenon/testkit/acp";

import { type Bench, type Figure, median } from "./figure.ts";

const LINES = 35_000;
// 28 bytes a line: less than a megabyte, so that all of it is kept.
const PROGRAM = { command: "seq", args: ["-f", "a line of the output: %05.0f", String(LINES)] };
const OUTPUT_BYTES = LINES * 28;
const ROUNDS = 20;
const MEGABYTE = 1024 * 1024;
const COLLECTIONS = 5;
const SETTLE_MS = 50;

export const terminalOutput: Bench = {
  name: "terminal-output",
  what: `${LINES} lines from a command`,
  async *run() {
    yield* await memory();
    yield await processorTime();
    yield await wireBytes();
  },
};

/** An agent that runs the command, waits, reads the output, and says it. */
async function wireBytes(): Promise<Figure> {
  let bytes = 0;
  const { command, args, env } = stdioAgent({ turns: [{ steps: [{ type: "terminal", ...PROGRAM }] }] });
  await using agent = await connectAgent(
    { command, args, cwd: "/", env: { ...process.env, ...env } },
    {
      clientInfo: { name: "bench", version: "0.0.0" },
      services: { terminals: openTerminals({ newId: countingIds() }) },
      record: ({ text }) => {
        bytes += Buffer.byteLength(text) + 1;
      },
    },
  );
  await using session = await agent.newSession({ cwd: "/" });
  await session.prompt("go");
  return {
    what: "bytes on the wire, both ways, with the agent saying it all again",
    unit: "MB",
    measured: { name: "messages", value: bytes / MEGABYTE },
    baseline: { name: "the output", value: OUTPUT_BYTES / MEGABYTE },
    limit: 3,
  };
}

async function memory(): Promise<readonly Figure[]> {
  const sessionId = "s";
  const { signal } = new AbortController();
  const terminals = openTerminals({ newId: countingIds() })({ id: sessionId, cwd: "/", roots: ["/"] });
  const run = async (lines: number) => {
    const args = ["-f", "a line of the output: %09.0f", String(lines)];
    const { terminalId } = await terminals.create({ sessionId, command: "seq", args });
    await terminals.waitForExit({ sessionId, terminalId }, { signal });
    return async () => void (await terminals.release({ sessionId, terminalId }));
  };
  for (let round = 0; round < ROUNDS; round += 1) await (await run(LINES))();
  const before = await heldMemory();
  const release = await run(20 * LINES);
  const during = await heldMemory();
  await release();
  for (let round = 0; round < ROUNDS; round += 1) await (await run(LINES))();
  const after = await heldMemory();
  await terminals.close();
  return [
    {
      what: "held for a terminal that wrote 20 times as much",
      unit: "MB",
      measured: { name: "terminal", value: during - before },
      baseline: { name: "the byte limit", value: 1 },
      limit: 2.5,
    },
    {
      what: `held after ${ROUNDS} more terminals`,
      unit: "MB",
      measured: { name: "at the end", value: after },
      baseline: { name: "before", value: before },
      limit: 1.05,
    },
  ];
}

async function processorTime(): Promise<Figure> {
  const sessionId = "s";
  const { signal } = new AbortController();
  const heard = { characters: 0 };
  const onOutput = (_: string, text: string) => {
    heard.characters += text.length;
  };
  const terminals = openTerminals({ newId: countingIds(), onOutput })({ id: sessionId, cwd: "/", roots: ["/"] });
  const ours: number[] = [];
  const bare: number[] = [];
  // In turns, so that whatever else the machine does hits both alike.
  for (let round = -ROUNDS; round < ROUNDS; round += 1) {
    const ourMs = await timeUsed(async () => {
      const { terminalId } = await terminals.create({ sessionId, ...PROGRAM });
      await terminals.waitForExit({ sessionId, terminalId }, { signal });
      await terminals.output({ sessionId, terminalId });
      await terminals.release({ sessionId, terminalId });
    });
    const bareMs = await timeUsed(runBare);
    if (round < 0) continue;
    ours.push(ourMs);
    bare.push(bareMs);
  }
  await terminals.close();
  if (heard.characters !== 2 * ROUNDS * OUTPUT_BYTES) throw new Error("Not all of the output was heard");
  return {
    what: `our processor time for one command, median of ${ROUNDS}`,
    unit: "ms",
    measured: { name: "terminal", value: median(ours) },
    baseline: { name: "child_process", value: median(bare) },
    limit: 3,
  };
}

async function runBare(): Promise<void> {
  const child = spawn(PROGRAM.command, PROGRAM.args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
  await once(child, "close");
  if (text.length !== OUTPUT_BYTES) throw new Error("Not all of the output was read");
}

async function timeUsed(run: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The heap, and the buffers beside it. */
async function heldMemory(): Promise<number> {
  if (!globalThis.gc) throw new Error("Needs --expose-gc, which `npm run bench` gives");
  // What one collection lets go of lets go of more in the next.
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc();
    await setTimeout(SETTLE_MS);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / MEGABYTE;
}
