/**
 * How long it takes to end ten children that ignore everything but SIGKILL, against ending one.
 */

import { once } from "node:events";

import { startChild } from "@tenon/process";

import type { Bench } from "./figure.ts";

const STUBBORN = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); process.stdout.write("ready\\n");';

export const endingProcesses: Bench = {
  name: "ending-processes",
  what: "children that ignore the end of their input and SIGTERM",
  async *run() {
    const one = await timeToEnd(1);
    const ten = await timeToEnd(10);
    yield {
      what: "time until all are gone",
      unit: "ms",
      measured: { name: "ten", value: ten },
      baseline: { name: "one", value: one },
      limit: 1.5,
    };
    yield {
      what: "time until all are gone",
      unit: "ms",
      measured: { name: "ten", value: ten },
      baseline: { name: "the promise", value: 1_500 },
      limit: 1,
    };
  },
};

async function timeToEnd(count: number): Promise<number> {
  const children = await Promise.all(
    Array.from({ length: count }, async () => {
      const child = await startChild({ command: process.execPath, args: ["-e", STUBBORN], cwd: "/", env: {} });
      await once(child.stdout, "data");
      return child;
    }),
  );
  const start = performance.now();
  await Promise.all(children.map((child) => child.close()));
  return performance.now() - start;
}
