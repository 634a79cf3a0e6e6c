import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { startHost } from "./support/host.ts";
import { childrenOf, eventually, isLive, leftOver } from "./support/live-processes.ts";

const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);

describe("when we are killed with SIGKILL", () => {
  it(`[P6] at any moment, nothing is left of what we started (SEED=${seed})`, async () => {
    const random = randomNumbers(seed);
    const moments = Array.from({ length: 6 }, () => random() * 1_500);
    const left = await Promise.all(
      moments.map(async (milliseconds) => {
        await using host = startHost();
        await host.ask("start-and-end-for-ever");
        await sleep(milliseconds);
        process.kill(host.pid, "SIGKILL");
        return await leftOver(host.mark);
      }),
    );
    expect(left.flat()).toEqual([]);
  });

  it("nothing is left of what another Tenon below us has started, nor of its watcher", async () => {
    await using host = startHost();
    const grandchild = Number(await host.ask("start-a-host"));
    expect(isLive(grandchild)).toBe(true);
    process.kill(host.pid, "SIGKILL");
    expect(await leftOver(host.mark)).toEqual([]);
    expect(isLive(grandchild)).toBe(false);
  });

  it("and our watcher was killed before, another has taken its place and knows all our children", async () => {
    await using host = startHost();
    const first = Number(await host.ask("start"));
    const [watcher, ...others] = childrenOf(host.pid).filter((pid) => pid !== first);
    if (watcher === undefined || others.length > 0) throw new Error("There should be one watcher");
    process.kill(watcher, "SIGKILL");
    const second = Number(await host.ask("start"));
    const replaced = (pids: readonly number[]) => !pids.includes(watcher) && pids.length === 3;
    expect(await eventually(() => childrenOf(host.pid), replaced)).toHaveLength(3);
    process.kill(host.pid, "SIGKILL");
    expect(await leftOver(host.mark)).toEqual([]);
    expect([first, second].filter(isLive)).toEqual([]);
  });
});

describe("when we leave", () => {
  it("without ending our children, they are ended", async () => {
    await using host = startHost();
    const child = Number(await host.ask("start"));
    host.leave();
    expect(await host.left).toEqual([0, null]);
    expect(await leftOver(host.mark)).toEqual([]);
    expect(isLive(child)).toBe(false);
  });

  it("the watcher does not hold us back, and leaves too", async () => {
    await using host = startHost();
    await host.ask("start-and-end");
    expect(childrenOf(host.pid)).toHaveLength(1);
    await host.ask("leave-when-done");
    expect(await host.left).toEqual([0, null]);
    expect(await leftOver(host.mark)).toEqual([]);
  });
});

/** The same numbers for the same seed, between 0 and 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
