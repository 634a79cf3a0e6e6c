import { afterEach, expect, it, vi } from "vitest";

import { openStoreClock } from "../../src/postgres/store-clock.ts";

afterEach(() => void vi.useRealTimers());

it("counts on from the time of the database, whatever the machine's clock is set to", async () => {
  vi.useFakeTimers({ now: 5_000_000 });
  const reads: number[] = [];
  const clock = await openStoreClock(async () => {
    const time = 1_000_000 + performance.now();
    reads.push(time);
    return time;
  });
  const start = clock.now();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(clock.now()).toBe(start + 30_000);
  expect(reads).toHaveLength(1);
  vi.setSystemTime(9_000_000);
  expect(clock.now()).toBe(start + 30_000);
  // It may have slept: so it is asked again, once.
  await vi.advanceTimersByTimeAsync(1);
  expect(clock.now()).toBe(start + 30_001);
  expect(reads).toHaveLength(2);
});

it("goes on while the database does not answer, and asks again later", async () => {
  vi.useFakeTimers({ now: 5_000_000 });
  let asked = 0;
  const clock = await openStoreClock(async () => {
    asked += 1;
    if (asked === 2) throw new Error("no answer");
    return 1_000_000 * asked;
  });
  const start = clock.now();
  await vi.advanceTimersByTimeAsync(20_000);
  vi.setSystemTime(9_000_000);
  for (let times = 0; times < 5; times += 1) expect(clock.now()).toBe(start + 20_000);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(10_001);
  clock.now();
  await vi.advanceTimersByTimeAsync(0);
  expect(clock.now()).toBe(3_000_000);
});

it("leaves out how long it took to reach the database", async () => {
  vi.useFakeTimers({ now: 5_000_000 });
  const opening = openStoreClock(async (onSent) => {
    await new Promise((resolve) => void setTimeout(resolve, 8_000));
    onSent();
    await new Promise((resolve) => void setTimeout(resolve, 20));
    return 1_000_000;
  });
  await vi.advanceTimersByTimeAsync(8_020);
  expect((await opening).now()).toBe(1_000_010);
});
