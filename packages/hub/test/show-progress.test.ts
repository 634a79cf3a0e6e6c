import { leaveNothing } from "@tenon/testkit";
import { expect, it } from "vitest";

import { createProgressDisplay } from "../src/display/show-progress.ts";

it("shows the first word at once, the last one at the end, and nothing after that", () => {
  const shown: string[] = [];
  const display = createProgressDisplay({ show: (text) => shown.push(text), now: () => 0 });
  for (let progress = 1; progress <= 1_000; progress += 1) display.add({ progress, total: 1_000 });
  expect(shown).toEqual(["1 of 1000"]);
  display.end();
  display.add({ progress: 1_001 });
  display.end();
  expect(shown).toEqual(["1 of 1000", "1000 of 1000"]);
});

it("shows what waits when its time has come", async () => {
  const shown: string[] = [];
  const both = Promise.withResolvers<void>();
  const display = createProgressDisplay({
    show: (text) => {
      shown.push(text);
      if (shown.length === 2) both.resolve();
    },
  });
  display.add({ progress: 1, message: "Loading" });
  display.add({ progress: 2 });
  await both.promise;
  expect(shown).toEqual(["Loading (1)", "2"]);
  display.end();
});

it("does not show more than ten in a second", () => {
  let time = 0;
  const shown: string[] = [];
  const display = createProgressDisplay({ show: (text) => shown.push(text), now: () => time });
  for (; time < 1_000; time += 1) display.add({ progress: time });
  expect(shown).toHaveLength(10);
  display.end();
});

it("leaves no timer behind", async () => {
  await leaveNothing(async () => {
    const display = createProgressDisplay({ show: () => {} });
    display.add({ progress: 1 });
    display.add({ progress: 2 });
    display.end();
  });
});
