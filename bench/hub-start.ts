/**
 * Ten servers start side by side: together they take little longer than the slowest alone.
 */

import { openHub } from "@tenon/hub";
import { stdioServer } from "@tenon/testkit/mcp";

import { type Bench, median } from "./figure.ts";

const SERVERS = 10;
const ROUNDS = 3;
// Most of a real server's start is waiting for its own modules; ten that only compute would measure the cores.
const SLOWEST_MS = 1_500;

export const hubStart: Bench = {
  name: "hub-start",
  what: "the time until every server is listed",
  async *run() {
    const alone: number[] = [];
    const together: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await timeToList(1));
      together.push(await timeToList(SERVERS));
    }
    yield {
      what: `${SERVERS} servers, median of ${ROUNDS}`,
      unit: "ms",
      measured: { name: "together", value: median(together) },
      baseline: { name: "the slowest alone", value: median(alone) },
      limit: 1.5,
    };
  },
};

async function timeToList(count: number): Promise<number> {
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      // The slowest is among them both times; the others are quicker.
      const startDelayMilliseconds = (SLOWEST_MS * (index + 1)) / count;
      return stdioServer({ tools: [{ name: "echo" }], misbehaviour: { stdio: { startDelayMilliseconds } } });
    }),
  );
  const specs = servers.map(({ command, args, env }, index) => {
    return { type: "stdio" as const, name: `s${index}`, command, args, env };
  });
  const start = performance.now();
  const hub = openHub({ servers: specs, cwd: "/", clientInfo: { name: "bench", version: "0.0.0" } });
  await hub.ready({ waitMs: 60_000 });
  const ms = performance.now() - start;
  await hub.close();
  await Promise.all(servers.map((server) => server.close()));
  return ms;
}
