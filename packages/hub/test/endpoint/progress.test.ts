import { describe, expect, it } from "vitest";

import { createProgressSender } from "../../src/endpoint/calls/progress.ts";
import type { CallProgress } from "@tenon/hub";

/** A connection that takes one message at a time, when it is let. */
function slowConnection() {
  const sent: CallProgress[] = [];
  let taken = Promise.withResolvers<void>();
  const sender = createProgressSender((progress) => {
    sent.push(progress);
    return taken.promise;
  });
  return {
    sender,
    sent,
    async take() {
      const before = taken;
      taken = Promise.withResolvers();
      before.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe("progress for an agent", () => {
  it("that is slow to read is the latest, and never more than one at a time", async () => {
    const { sender, sent, take } = slowConnection();
    for (let progress = 1; progress <= 10_000; progress += 1) sender.report({ progress, total: 10_000 });
    expect(sent).toEqual([{ progress: 1, total: 10_000 }]);
    await take();
    expect(sent).toEqual([
      { progress: 1, total: 10_000 },
      { progress: 10_000, total: 10_000 },
    ]);
  });

  it("rises, also if the server's does not, and signs of life repeat its words", async () => {
    const { sender, sent, take } = slowConnection();
    for (const progress of [5, 5, 3]) {
      sender.report({ progress, message: "half" });
      await take();
    }
    sender.keepAlive("Still running");
    await take();
    const numbers = sent.map(({ progress }) => progress);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(4);
    expect(sent.at(-1)).toMatchObject({ message: "half" });
  });

  it("stops with the call, and a connection that is gone fails nothing [W4]", async () => {
    const sender = createProgressSender(() => Promise.reject(new Error("gone")));
    sender.keepAlive("Still running");
    sender.stop();
    sender.report({ progress: 1 });
    await new Promise((resolve) => setImmediate(resolve));
  });
});
