/**
 * Whether a hub that lives long grows: over reconnections and over calls.
 */

import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { type Hub, openHub } from "@tenon/hub";
import { startChild } from "@tenon/process";

import type { Bench, Figure } from "./figure.ts";

const RECONNECTIONS = 200;
const CALLS = 10_000;
// What is compiled and cached in the first rounds is not growth.
const WARM_UP_RECONNECTIONS = 300;
const WARM_UP_CALLS = 2_000;
const SETTLE_MS = 200;

export const hubMemory: Bench = {
  name: "hub-memory",
  what: "the heap after much use, against the heap after a little",
  async *run() {
    // In a process of its own: a scripted server would keep a record of every request in ours.
    await using everything = await startEverything();
    const listed = Promise.withResolvers<void>();
    let onListed = listed.resolve;
    await using hub = openHub({
      servers: [{ type: "http", name: "s", url: everything.url, headers: {}, options: { callsPerMinute: 1_000_000 } }],
      cwd: "/",
      clientInfo: { name: "bench", version: "0.0.0" },
      pauseMs: () => 0,
      onReceipt: ({ state }) => {
        if (state === "listed") onListed();
      },
    });
    await listed.promise;
    yield await grow(`${RECONNECTIONS} reconnections`, [WARM_UP_RECONNECTIONS, RECONNECTIONS], async () => {
      const again = Promise.withResolvers<void>();
      onListed = again.resolve;
      await hub.restart("s");
      await again.promise;
    });
    yield await grow(`${CALLS} calls`, [WARM_UP_CALLS, CALLS], () => callOnce(hub));
  },
};

/** The reference server over Streamable HTTP. */
async function startEverything() {
  const port = await freePort();
  const script = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"));
  const env = { PATH: process.env["PATH"], PORT: String(port) };
  const child = await startChild({ command: process.execPath, args: [script, "streamableHttp"], cwd: "/", env });
  const url = `http://127.0.0.1:${port}/mcp`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  )
    await setTimeout(50);
  return { url, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function callOnce(hub: Hub): Promise<void> {
  await hub.call("mcp__s__echo", { message: "hello" });
}

async function grow(
  what: string,
  [warmUp, count]: readonly [number, number],
  once: () => Promise<void>,
): Promise<Figure> {
  for (let at = 0; at < warmUp; at += 1) await once();
  const baseline = await heap();
  for (let at = 0; at < count; at += 1) await once();
  const measured = await heap();
  return {
    what: `heap over ${what}`,
    unit: "MB",
    measured: { name: "at the end", value: measured },
    baseline: { name: "before", value: baseline },
    limit: 1.05,
  };
}

/** What is still held: after sockets have closed, and what waited for that has been let go. */
async function heap(): Promise<number> {
  if (!globalThis.gc) throw new Error("Needs --expose-gc, which `npm run bench` gives");
  globalThis.gc();
  await setTimeout(SETTLE_MS);
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
