import { createRevisionMemory } from "@tenon/hub";
import { expect, it } from "vitest";

import { createStartTimes } from "../src/server/start-times.ts";

const spec = { type: "stdio", name: "s", command: "uvx", args: ["slow"], env: {} } as const;
const usual = { startMs: 60_000, waitMs: 2_500, isWaitSet: false };

function timesOf(options: { readonly startMs?: number; readonly isWaitSet?: boolean; readonly tookMs?: number } = {}) {
  const { startMs, isWaitSet = false, tookMs } = options;
  let now = 0;
  const memory = createRevisionMemory();
  if (tookMs !== undefined) memory.remember(spec, { revision: "2025-11-25", tookMs });
  const told = startMs === undefined ? spec : { ...spec, options: { startMs } };
  const times = createStartTimes(told, { ...usual, isWaitSet, memory, now: () => now });
  return { ...times, pass: (ms: number) => (now += ms) };
}

it("[M46] a start that was too slow gets twice the time at the next try, up to ten minutes", () => {
  const times = timesOf();
  expect([1, 2, 3, 4, 5, 6].map(() => times.begin())).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
  times.succeeded();
  expect(times.begin()).toBe(60_000);
});

it("[M46] the owner's word about the time of a start counts as it is", () => {
  const times = timesOf({ startMs: 90_000 });
  expect([times.begin(), times.begin()]).toEqual([90_000, 90_000]);
});

it("[M47] a server that nothing is known about is waited for less than 3 s", () => {
  const times = timesOf();
  times.begin();
  times.pass(500);
  expect(times.patienceMs()).toBeLessThan(3_000);
});

it("[M43] a server that needed 3.1 s the last time is waited for until it should be there", () => {
  const times = timesOf({ tookMs: 3_100 });
  times.begin();
  expect(times.patienceMs()).toBe(4_375);
  times.pass(60_000);
  expect(times.patienceMs()).toBe(2_500);
});

it("[M43] no server is waited for longer than 10 s, nor longer than the owner says", () => {
  const slow = timesOf({ tookMs: 40_000 });
  slow.begin();
  expect(slow.patienceMs()).toBe(10_000);
  const told = timesOf({ tookMs: 40_000, isWaitSet: true });
  told.begin();
  expect(told.patienceMs()).toBe(2_500);
});
