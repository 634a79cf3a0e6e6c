import { getEventListeners } from "node:events";

import { manualClock } from "@tenon/testkit";
import { expect, it } from "vitest";

import {
  createKeyedQueue,
  monotonicClock,
  systemClock,
  unlessAborted,
  untilAborted,
  whenAborted,
  within,
} from "../src/index.ts";

const never = new Promise<never>(() => {});

it("gives the work up when the signal aborts, and leaves no listener behind", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  const waiting = untilAborted(never, signal);
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(untilAborted(never, signal)).rejects.toThrow("enough");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("resolves when the signal aborts, and at once if it has", async () => {
  const controller = new AbortController();
  const waiting = whenAborted(controller.signal);
  controller.abort();
  await waiting;
  await whenAborted(controller.signal);
});

it("waits no longer than the time, and leaves no timer behind", async () => {
  const clock = manualClock();
  expect(await within(1_000, Promise.resolve(1), { clock })).toBe(1);
  const late = within(1_000, never, { clock });
  await clock.advance(1_000);
  expect(await late).toBeUndefined();
  await expect(within(1_000, Promise.reject(new Error("no")), { clock })).rejects.toThrow("no");
  expect(clock.waiting).toBe(0);
});

it("ends a wait with the signal's reason", async () => {
  const controller = new AbortController();
  const waiting = within(1_000_000, never, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(systemClock.after(1_000_000, controller.signal)).rejects.toThrow("enough");
});

it("has a clock that counts and one that tells the time", async () => {
  const before = monotonicClock.now();
  await monotonicClock.after(0);
  expect(monotonicClock.now()).toBeGreaterThanOrEqual(before);
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000);
});

it("runs work of one key in order, of others at once, and goes on after a failure", async () => {
  const queue = createKeyedQueue();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.run("a", async () => {
    await gate.promise;
    order.push("first");
    throw new Error("first failed");
  });
  const second = queue.run("a", async () => void order.push("second"));
  await queue.run("b", async () => void order.push("other"));
  gate.resolve();
  await expect(first).rejects.toThrow("first failed");
  await second;
  await queue.settled();
  expect(order).toEqual(["other", "first", "second"]);
});

it("resolves with nothing once the signal aborts, whatever becomes of the work", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(unlessAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
  const work = Promise.withResolvers<number>();
  const waiting = unlessAborted(work.promise, signal);
  controller.abort();
  expect(await waiting).toBeUndefined();
  work.reject(new Error("too late"));
  expect(await unlessAborted(Promise.resolve(2), signal)).toBeUndefined();
});
