/**
 * Whether a hub that lives long grows: over reconnections and over calls.
 */

import { type Hub, openHub } from "@tenon/hub";
import { startHttpServer } from "@tenon/testkit/mcp";

import type { Bench, Figure } from "./figure.ts";

const RECONNECTIONS = 200;
const CALLS = 10_000;
// What is compiled and cached in the first rounds is not growth.
const WARM_UP = 0.2;

export const hubMemory: Bench = {
  name: "hub-memory",
  what: "the heap after much use, against the heap after a little",
  async *run() {
    const tools = Array.from({ length: 50 }, (_, index) => ({ name: `tool-${index}` }));
    await using server = await startHttpServer({ revision: "2025-11-25", tools });
    const listed = Promise.withResolvers<void>();
    let onListed = listed.resolve;
    await using hub = openHub({
      servers: [{ type: "http", name: "s", url: server.url, headers: {}, options: { callsPerMinute: 1_000_000 } }],
      cwd: "/",
      clientInfo: { name: "bench", version: "0.0.0" },
      pauseMs: () => 0,
      onReceipt: ({ state }) => {
        if (state === "listed") onListed();
      },
    });
    await listed.promise;
    yield await grow(`${RECONNECTIONS} reconnections`, RECONNECTIONS, async () => {
      const again = Promise.withResolvers<void>();
      onListed = again.resolve;
      await hub.restart("s");
      await again.promise;
    });
    yield await grow(`${CALLS} calls`, CALLS, () => callOnce(hub));
    void server.requests;
  },
};

async function callOnce(hub: Hub): Promise<void> {
  await hub.call("mcp__s__tool-1", { text: "hello" });
}

async function grow(what: string, count: number, once: () => Promise<void>): Promise<Figure> {
  const early = Math.ceil(count * WARM_UP);
  for (let at = 0; at < early; at += 1) await once();
  const baseline = heap();
  for (let at = early; at < count; at += 1) await once();
  const measured = heap();
  return {
    what: `heap over ${what}`,
    unit: "MB",
    measured: { name: "at the end", value: measured },
    baseline: { name: `after ${early}`, value: baseline },
    limit: 1.05,
  };
}

function heap(): number {
  if (!globalThis.gc) throw new Error("Needs --expose-gc, which `npm run bench` gives");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
