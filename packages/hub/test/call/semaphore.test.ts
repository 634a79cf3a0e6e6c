import { getEventListeners } from "node:events";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createSemaphore } from "../../src/call/limits/semaphore.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

/** Lets everything run that can run now. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("calls at once", () => {
  it("[P81] [O-06] one after the other when the server takes only one", async () => {
    const semaphore = createSemaphore({ callsAtOnce: 1 });
    const events: string[] = [];
    const call = (name: string) =>
      semaphore.run(async () => {
        events.push(`${name} starts`);
        await settle();
        events.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all([call("a"), call("b"), call("c")])).toEqual(["a", "b", "c"]);
    expect(events).toEqual(["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]);
    expect([semaphore.running, semaphore.waiting]).toEqual([0, 0]);
  });

  it("a task that fails makes room for the next", async () => {
    const semaphore = createSemaphore({ callsAtOnce: 1 });
    const failing = semaphore.run(() => Promise.reject(new Error("no")));
    const next = semaphore.run(() => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });

  it("who gives up while waiting is not run, and nothing of it is left", async () => {
    const semaphore = createSemaphore({ callsAtOnce: 1 });
    const first = Promise.withResolvers<void>();
    const running = semaphore.run(() => first.promise);
    const controller = new AbortController();
    let hasRun = false;
    const task = () => Promise.resolve((hasRun = true));
    const given = semaphore.run(task, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(given).rejects.toThrow("enough");
    await expect(semaphore.run(task, { signal: controller.signal })).rejects.toThrow("enough");
    expect([semaphore.waiting, getEventListeners(controller.signal, "abort").length, hasRun]).toEqual([0, 0, false]);
    first.resolve();
    await running;
    expect(semaphore.running).toBe(0);
  });

  it("a signal aborted in the moment of its turn does not start the task", async () => {
    const semaphore = createSemaphore({ callsAtOnce: 1 });
    const first = Promise.withResolvers<void>();
    const controller = new AbortController();
    const running = semaphore.run(async () => {
      await first.promise;
      // The place is given away right after this task, before the next one can have started.
      queueMicrotask(() => queueMicrotask(() => controller.abort(new Error("enough"))));
    });
    let startedAborted = false;
    const next = semaphore.run(async () => void (startedAborted = controller.signal.aborted), {
      signal: controller.signal,
    });
    first.resolve();
    await running;
    await next.catch(() => {});
    expect([startedAborted, semaphore.running]).toEqual([false, 0]);
  });

  it("who comes in the very moment a place is given away does not take it", async () => {
    for (let moments = 0; moments < 20; moments += 1) {
      const semaphore = createSemaphore({ callsAtOnce: 1 });
      const first = Promise.withResolvers<void>();
      const started: string[] = [];
      const call = (name: string, until: Promise<unknown>) =>
        semaphore.run(() => {
          started.push(`${name}, ${semaphore.running} running`);
          return until;
        });
      const calls = [call("first", first.promise), call("second", settle())];
      first.resolve();
      for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
      await Promise.all([...calls, call("third", settle())]);
      expect(started).toEqual(["first, 1 running", "second, 1 running", "third, 1 running"]);
    }
  });

  it("the queue has an end", async () => {
    const semaphore = createSemaphore({ callsAtOnce: 1, waitingAtMost: 1 });
    const first = Promise.withResolvers<void>();
    const accepted = [semaphore.run(() => first.promise), semaphore.run(() => Promise.resolve())];
    const refused = semaphore.run(() => Promise.resolve());
    await expect(refused).rejects.toMatchObject({ code: "too_many_waiting", details: { waiting: 1 } });
    first.resolve();
    await Promise.all(accepted);
  });

  it("there is no server that takes none", () => {
    for (const callsAtOnce of [0, -1, Number.NaN]) {
      expect(() => createSemaphore({ callsAtOnce })).toThrow(RangeError);
    }
  });

  it("[P81] whatever happens, there are never more, none overtakes, and no slot stays empty", async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant("call" as const) }),
      fc.record({ type: fc.constantFrom("end" as const, "fail" as const, "give up" as const), which: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 40 }),
        async (callsAtOnce, steps) => {
          const semaphore = createSemaphore({ callsAtOnce });
          // What it should be, in the simplest words.
          let waiting: number[] = [];
          let running: number[] = [];
          const started: number[] = [];
          const expected: number[] = [];
          const calls: { readonly task: PromiseWithResolvers<void>; readonly controller: AbortController }[] = [];
          const results: Promise<unknown>[] = [];
          const startNext = () => {
            while (running.length < callsAtOnce && waiting.length > 0) {
              const next = waiting.shift()!;
              running.push(next);
              expected.push(next);
            }
          };
          const pick = (list: readonly number[], which: number) => list[which % Math.max(1, list.length)];
          for (const action of steps) {
            if (action.type === "call") {
              const id = calls.length;
              const call = { task: Promise.withResolvers<void>(), controller: new AbortController() };
              calls.push(call);
              waiting.push(id);
              const task = () => {
                started.push(id);
                return call.task.promise;
              };
              results.push(semaphore.run(task, { signal: call.controller.signal }).catch(() => {}));
            } else if (action.type === "give up") {
              const id = pick(waiting, action.which);
              waiting = waiting.filter((other) => other !== id);
              if (id !== undefined) calls[id]!.controller.abort();
            } else {
              const id = pick(running, action.which);
              running = running.filter((other) => other !== id);
              if (id !== undefined && action.type === "end") calls[id]!.task.resolve();
              if (id !== undefined && action.type === "fail") calls[id]!.task.reject(new Error("no"));
            }
            startNext();
            await settle();
            expect(started).toEqual(expected);
            expect([semaphore.running, semaphore.waiting]).toEqual([running.length, waiting.length]);
            expect(semaphore.running).toBeLessThanOrEqual(callsAtOnce);
          }
          for (const { task, controller } of calls) {
            controller.abort();
            task.resolve();
          }
          await Promise.all(results);
          expect([semaphore.running, semaphore.waiting]).toEqual([0, 0]);
        },
      ),
    );
  });
});
