import { getEventListeners } from "node:events";

import { leaveNothing, manualClock } from "@tenon/testkit";
import { describe, expect, it } from "vitest";
import { monotonicClock } from "@tenon/basis";

import { type Deadline, withDeadline } from "../../src/call/deadline.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const limits = { callMs: 30_000, longestCallMs: 100_000 };

/** A call under a deadline, with the handles of both of its ends. */
function startCall(options: { readonly signal?: AbortSignal } = {}) {
  const clock = manualClock();
  const answer = Promise.withResolvers<string>();
  let deadline: Deadline | undefined;
  const call = withDeadline({ ...limits, clock, ...options }, (given) => {
    deadline = given;
    return answer.promise;
  });
  const outcome = call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { clock, answer, outcome, deadline: deadline! };
}

describe("the time of a call", () => {
  it("does not matter to a call that is answered in time", async () => {
    const { clock, answer, outcome, deadline } = startCall();
    await clock.advance(29_999);
    answer.resolve("hello");
    expect(await outcome).toEqual({ value: "hello" });
    expect([deadline.signal.aborted, clock.waiting]).toEqual([false, 0]);
  });

  it("[H-09] is up when there is neither answer nor progress", async () => {
    const { clock, outcome, deadline } = startCall();
    await clock.advance(30_000);
    expect(deadline.signal.aborted).toBe(true);
    expect(await outcome).toMatchObject({
      error: {
        name: "CallError",
        code: "idle_timeout",
        message:
          "The call timed out after 30 s: no result and no progress for 30 s. " +
          "Limits: 30 s without progress, 1 min 40 s in total.",
        details: { ...limits, elapsedMs: 30_000 },
      },
    });
    expect(clock.waiting).toBe(0);
  });

  it("[W26] stands still while it is paused, however often", async () => {
    const { clock, outcome, deadline } = startCall();
    await clock.advance(29_000);
    const [one, other] = [deadline.pause(), deadline.pause()];
    await clock.advance(60_000);
    one[Symbol.dispose]();
    await clock.advance(60_000);
    other[Symbol.dispose]();
    await clock.advance(29_999);
    expect(deadline.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ error: { code: "idle_timeout", details: { elapsedMs: 59_000 } } });
    expect(clock.waiting).toBe(0);
  });

  it("[P80] starts again with each sign of progress", async () => {
    const { clock, outcome, deadline } = startCall();
    await clock.advance(29_000);
    deadline.progress();
    await clock.advance(29_000);
    deadline.progress();
    await clock.advance(29_999);
    expect(deadline.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(await outcome).toMatchObject({
      error: {
        code: "idle_timeout",
        message: expect.stringContaining("after 1 min 28 s"),
        details: { elapsedMs: 88_000 },
      },
    });
  });

  it("[H-09] [P80] has an end whatever the progress", async () => {
    const { clock, outcome, deadline } = startCall();
    for (let step = 0; step < 10; step += 1) {
      await clock.advance(10_000);
      deadline.progress();
    }
    expect(await outcome).toMatchObject({
      error: {
        code: "absolute_timeout",
        message:
          "The call timed out after 1 min 40 s: no result within 1 min 40 s. " +
          "Limits: 30 s without progress, 1 min 40 s in total.",
        details: { ...limits, elapsedMs: 100_000 },
      },
    });
  });

  it("a thousand signs of progress need one timer", async () => {
    const { clock, answer, outcome, deadline } = startCall();
    for (let step = 0; step < 1_000; step += 1) deadline.progress();
    expect(clock.waiting).toBe(1);
    answer.resolve("done");
    expect(await outcome).toEqual({ value: "done" });
  });

  it("[P79] the caller can end it sooner, and the task is notified", async () => {
    const controller = new AbortController();
    const { clock, outcome, deadline } = startCall({ signal: controller.signal });
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await outcome).toEqual({ error: reason });
    expect(deadline.signal.reason).toBe(reason);
    expect([clock.waiting, getEventListeners(controller.signal, "abort").length]).toEqual([0, 0]);
  });

  it("an aborted call is not begun", async () => {
    let hasBegun = false;
    const begin = () => Promise.resolve((hasBegun = true));
    const call = withDeadline(
      { ...limits, clock: manualClock(), signal: AbortSignal.abort(new Error("enough")) },
      begin,
    );
    await expect(call).rejects.toThrow("enough");
    expect(hasBegun).toBe(false);
  });

  it("[P79] an answer that comes too late is dropped, and so is an error", async () => {
    for (const late of ["resolve", "reject"] as const) {
      const { clock, answer, outcome } = startCall();
      await clock.advance(30_000);
      if (late === "resolve") answer.resolve("late");
      else answer.reject(new Error("late"));
      expect(await outcome).toMatchObject({ error: { code: "idle_timeout" } });
    }
  });

  it("a task that fails fails the call with its own error, and leaves neither timer nor listener", async () => {
    const controller = new AbortController();
    const { clock, answer, outcome } = startCall({ signal: controller.signal });
    answer.reject(new Error("broken"));
    expect(await outcome).toMatchObject({ error: { message: "broken" } });
    expect([clock.waiting, getEventListeners(controller.signal, "abort").length]).toEqual([0, 0]);
  });

  it("the machine's clock works as well, also for more than it can count", async () => {
    await leaveNothing(async () => {
      const timed = withDeadline(
        { callMs: 1, longestCallMs: Infinity, clock: monotonicClock },
        () => new Promise(() => {}),
      );
      await expect(timed).rejects.toMatchObject({ code: "idle_timeout" });
      const endless = { callMs: Infinity, longestCallMs: 2 ** 40, clock: monotonicClock };
      const answered = withDeadline(endless, () => new Promise((resolve) => setImmediate(resolve, "hello")));
      expect(await answered).toBe("hello");
    });
  });
});
