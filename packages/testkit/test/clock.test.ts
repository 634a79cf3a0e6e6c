import { getEventListeners } from "node:events";

import { systemClock } from "@tenon/basis";
import { manualClock } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

describe("a manual clock", () => {
  it("stands still until it is moved", async () => {
    const clock = manualClock({ start: 1_000 });
    let isOver = false;
    void clock.after(50).then(() => (isOver = true));
    await clock.advance(49);
    expect([clock.now(), isOver, clock.waiting]).toEqual([1_049, false, 1]);
    await clock.advance(1);
    expect([clock.now(), isOver, clock.waiting]).toEqual([1_050, true, 0]);
  });

  it("rings in order, each at its own moment, also for waits begun on the way", async () => {
    const clock = manualClock({ start: 0 });
    const rung: string[] = [];
    const ring = (name: string) => rung.push(`${name} at ${clock.now()}`);
    void clock.after(30).then(() => ring("third"));
    void clock.after(10).then(async () => {
      ring("first");
      await clock.after(10);
      ring("second");
    });
    await clock.advance(100);
    expect(rung).toEqual(["first at 10", "second at 20", "third at 30"]);
    expect(clock.now()).toBe(100);
  });

  it("leaves neither wait nor listener behind when aborted or rung", async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const rung = clock.after(10, controller.signal);
    await clock.advance(10);
    await rung;
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);

    const aborted = clock.after(1_000, controller.signal);
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    expect(clock.waiting).toBe(0);
    await expect(clock.after(1, controller.signal)).rejects.toThrow("enough");
  });

  it("aborts as the clock of a real program does", async () => {
    for (const clock of [systemClock, manualClock()]) {
      const controller = new AbortController();
      const waiting = clock.after(60_000, controller.signal);
      controller.abort(new Error("enough"));
      await expect(waiting).rejects.toThrow("enough");
    }
  });
});
